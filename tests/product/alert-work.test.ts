import { expect, test } from 'vitest'
import { closeAlert } from '../harness/alert-calls.ts'
import { raisedAlert } from '../harness/ambulances.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson, createSubscriber, type Person } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')
const vikram = await createPerson(world, 'staff', 'Vikram')

const raised = () => raisedAlert(world, { nowhere: true })

async function call(person: Person, method: string, path: string, body?: object) {
  const response = await fetch(`${world.url}${path}`, {
    method,
    headers: person.headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { http: response.status, body: (await response.json()) as Record<string, unknown> }
}

const attend = { status: 'ATTENDED', description: 'User is safe and assistance has been provided.' }

test('two staff act on one alert at once: one wins, the other gets 409 with name and time', async () => {
  const { id } = await raised()
  const path = `/api/qr/alerts/${id}/update/`
  const answers = await Promise.all([
    call(asha, 'PATCH', path, attend),
    call(vikram, 'PATCH', path, { status: 'REJECTED', description: 'No' }),
  ])
  expect(answers.map((answer) => answer.http).toSorted()).toEqual([200, 409])
  const winner = answers[0].http === 200 ? 'Asha' : 'Vikram'
  const loser = answers.find((answer) => answer.http === 409)!
  expect(loser.body.detail).toMatch(
    new RegExp(`^${winner} Rao has already (attended|rejected) this alert at \\d\\d:\\d\\d:\\d\\d\\.$`),
  )
  const alert = await call(asha, 'GET', `/api/qr/alerts/${id}/`)
  expect(alert.body).toMatchObject({ attending_staff: { name: `${winner} Rao` } })
})

test('an alert is closed only with a description', async () => {
  const { id } = await raised()
  for (const description of ['', '   ', undefined]) {
    const answer = await call(asha, 'PATCH', `/api/qr/alerts/${id}/update/`, { status: 'ATTENDED', description })
    expect(answer).toEqual({ http: 400, body: { description: ['Please enter a description.'] } })
  }
  const wrong = await call(asha, 'PATCH', `/api/qr/alerts/${id}/update/`, { status: 'PENDING', description: 'x' })
  expect(wrong).toMatchObject({ http: 400, body: { status: [expect.any(String)] } })
})

test('a claim of a colleague’s alert is rejected with name and time until it is taken over', async () => {
  const { id } = await raised()
  const path = `/api/qr/alerts/${id}/claim/`
  expect((await call(asha, 'POST', path, {})).body).toMatchObject({ claimed_by: { name: 'Asha Rao' } })
  expect((await call(asha, 'POST', path, {})).http).toBe(200)
  const rejected = await call(vikram, 'POST', path, {})
  expect(rejected.http).toBe(409)
  expect(rejected.body.detail).toMatch(/^Asha has had this alert since \d\d:\d\d:\d\d\.$/)
  expect((await call(vikram, 'POST', path, { take_over: true })).body).toMatchObject({
    claimed_by: { name: 'Vikram Rao' },
    status: 'PENDING',
  })
})

test('a claim and a message that is settled at the same moment do not block each other', async () => {
  const { id } = await raised()
  // What a message of an older server does: takes the counter first and refers to the alert afterwards.
  await using settling = await holdLocks(world.pool, 'update live_counter set n = n + 1')
  const claim = call(asha, 'POST', `/api/qr/alerts/${id}/claim/`, {})
  await until('the claim holds the alert and waits for the counter', settling.waiting)
  await settling.client.query(
    `insert into alert_events (seq, alert_id, kind) select n, $1, 'message' from live_counter`,
    [id],
  )
  await settling.release()
  expect((await claim).http).toBe(200)
})

test('the detail has user, health, timeline and relatives’ messages, and its view is audited', async () => {
  const { id, subscriber } = await raised()
  const detail = await until('both relatives were notified', async () => {
    const { body } = await call(asha, 'GET', `/api/qr/alerts/${id}/`)
    const messages = body.messages as { state: string }[]
    return messages.length === 2 && messages.every((message) => message.state === 'sent') && body
  })
  expect(detail).toMatchObject({
    user: { first_name: 'Ravi', profile: { health_conditions: 'Diabetes SECRET-HEALTH' }, qrcode: { status: 'USED' } },
    messages: [
      { recipient_relation: 'Spouse', to_phone: subscriber.relatives[0], provider: 'console' },
      { recipient_relation: 'Relative', to_phone: subscriber.relatives[1], provider: 'console' },
    ],
  })
  const kinds = (detail.timeline as { kind: string }[]).map((entry) => entry.kind)
  expect(kinds.slice(0, 2)).toEqual(['raised', 'told'])
  const audit = await world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action'])
    .where('subject_id', '=', subscriber.id)
    .where('action', '=', 'health.viewed')
    .execute()
  expect(audit.length).toBeGreaterThan(0)
  expect(audit[0]!.actor_id).toBe(asha.id)
})

test('the list has pending alerts first, oldest on top, then closed newest first, with search', async () => {
  const own = await createWorld({ worker: false })
  try {
    const person = await createPerson(own, 'staff')
    const get = async (query: string) => {
      const response = await fetch(`${own.url}/api/qr/alerts/${query}`, { headers: person.headers })
      return (await response.json()) as {
        results: { id: number }[]
        total_pages: number
        next: string | null
        count: number
      }
    }
    const ids: number[] = []
    for (const first_name of ['Anil', 'Bina', 'Chitra', 'Dev']) {
      const { sticker } = await createSubscriber(own, { first_name })
      ids.push((await press(own.url, sticker.token)).id)
    }
    for (const id of ids.slice(0, 2)) await closeAlert(own, person, id, 'ATTENDED')
    expect((await get('')).results.map((row) => row.id)).toEqual([ids[2], ids[3], ids[1], ids[0]])
    expect((await get('?status=PENDING')).results.map((row) => row.id)).toEqual([ids[2], ids[3]])
    expect((await get('?search=chit')).results.map((row) => row.id)).toEqual([ids[2]])
    expect((await get('?search=%25')).results).toEqual([])
    const page = await get('?page_size=3')
    expect(page).toMatchObject({ count: 4, total_pages: 2, next: expect.stringContaining('page=2') })
    expect((await get('')).results).toHaveLength(4)
  } finally {
    await own.stop()
  }
})

test('a subscriber does not find the alert of another person', async () => {
  const { id } = await raised()
  const other = await createPerson(world, 'user')
  expect((await call(other, 'GET', `/api/qr/alerts/${id}/`)).http).toBe(404)
})

test('a failed message can be sent again from the alert, and only then', async () => {
  const { id } = await raised()
  const message = await until('a message was sent', () =>
    world.db
      .selectFrom('messages')
      .select(['id', 'state'])
      .where('alert_id', '=', id)
      .where('state', '=', 'sent')
      .executeTakeFirst(),
  )
  const { retryMessage } = await import('@tvarit/shared/domain/delivery/retry-message')
  const ctx = { ...world.ctx(asha.actor), actor: asha.actor }
  await expect(retryMessage({ ctx, input: { message_id: message.id } })).rejects.toMatchObject({ code: 'CONFLICT' })
  await world.db
    .updateTable('messages')
    .set({ state: 'failed', provider: null, provider_id: null })
    .where('id', '=', message.id)
    .execute()
  await world.db.deleteFrom('dev_messages').where('message_id', '=', message.id).execute()
  await retryMessage({ ctx, input: { message_id: message.id } })
  await until('it is sent again', () =>
    world.db.selectFrom('dev_messages').select('id').where('message_id', '=', message.id).executeTakeFirst(),
  )
})
