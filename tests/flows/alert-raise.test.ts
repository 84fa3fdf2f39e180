import { randomUUID } from 'node:crypto'
import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { expect, test } from 'vitest'
import { createPerson, createSticker, createSubscriber, type Person } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

const alertsOf = (sticker: number) =>
  world.db.selectFrom('alerts').selectAll().where('coupon_id', '=', sticker).orderBy('id').execute()
const messagesTo = (phone: string) =>
  world.db.selectFrom('dev_messages').selectAll().where('to_phone', '=', phone).orderBy('id').execute()

test('ten concurrent presses with one scan_id are one alert, and every answer names it', async () => {
  const { sticker } = await createSubscriber(world)
  const scan_id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => press(world.url, sticker.token, { scan_id })))
  expect(new Set(answers.map((answer) => answer.http))).toEqual(new Set([201]))
  expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
  const alerts = await alertsOf(sticker.id)
  expect(alerts).toHaveLength(1)
  expect(alerts[0]!.report_count).toBe(1)
})

test('ten bystanders pressing the same sticker at once are one alert with ten reports', async () => {
  const { sticker } = await createSubscriber(world)
  const answers = await Promise.all(Array.from({ length: 10 }, () => press(world.url, sticker.token)))
  expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
  expect((await alertsOf(sticker.id)).map((alert) => alert.report_count)).toEqual([10])
})

test('a press without location is accepted, and a later better one completes the alert', async () => {
  const { sticker } = await createSubscriber(world)
  const { id, http } = await press(world.url, sticker.token)
  expect(http).toBe(201)
  await press(world.url, sticker.token, { latitude: 12.97, longitude: 77.59, accuracy: 2000 })
  await press(world.url, sticker.token, { latitude: 12.9716, longitude: 77.5946, accuracy: 12 })
  await press(world.url, sticker.token, { latitude: 13.5, longitude: 78.5, accuracy: 5000 })
  const [alert] = await alertsOf(sticker.id)
  expect(alert).toMatchObject({ id, latitude: 12.9716, longitude: 77.5946, accuracy: 12, report_count: 4 })
})

test('the relatives of a subscriber get one message each, without health data', async () => {
  const { sticker, relatives } = await createSubscriber(world, { first_name: 'Lakshmi' })
  await press(world.url, sticker.token)
  for (const phone of relatives) {
    const messages = await until('the relative has a message', async () => {
      const rows = await messagesTo(phone)
      return rows.length > 0 && rows
    })
    expect(messages).toHaveLength(1)
    expect(messages[0]!.text).toMatch(/EMERGENCY: Tvarit received an alert for Lakshmi Kumar/)
    expect(messages[0]!.text).not.toMatch(/SECRET|diabet|metformin/i)
  }
})

test("a number that is given twice, and the subscriber's own, is told once or not at all", async () => {
  const { sticker, relatives, phone_number, id } = await createSubscriber(world)
  await world.db
    .updateTable('subscriber_profiles')
    .set({ friend1_mobile: relatives[0]!, friend2_mobile: phone_number })
    .where('user_id', '=', id)
    .execute()
  const alert = await press(world.url, sticker.token)
  const told = await until('the relatives are noted', async () => {
    const rows = await world.db.selectFrom('messages').select('to_phone').where('alert_id', '=', alert.id).execute()
    return rows.length > 0 && rows
  })
  expect(told.map((row) => row.to_phone).toSorted()).toEqual(relatives.toSorted())
})

test('a sticker nobody registered still raises an alert, marked as unregistered, and nobody is told', async () => {
  const sticker = await createSticker(world)
  const { http, id } = await press(world.url, sticker.token)
  expect(http).toBe(201)
  expect(await alertsOf(sticker.id)).toMatchObject([{ id, unregistered: true, user_id: null, status: 'PENDING' }])
  const jobs = await world.db
    .selectFrom('outbox')
    .select('job_id')
    .where('job_id', '=', `tell-relatives-${id}`)
    .execute()
  expect(jobs).toEqual([])
})

test('an expired plan changes nothing for the bystander; staff see it and the relatives are told', async () => {
  const { sticker, relatives } = await createSubscriber(world, { ends_in_days: -1 })
  const { http } = await press(world.url, sticker.token)
  expect(http).toBe(201)
  expect(await alertsOf(sticker.id)).toMatchObject([{ expired: true, verify_by_phone: false }])
  await until('the relative has a message', async () => (await messagesTo(relatives[0]!)).length === 1)
})

test('a plan that ends today is not expired', async () => {
  const { sticker } = await createSubscriber(world, { ends_in_days: 0 })
  await press(world.url, sticker.token)
  expect(await alertsOf(sticker.id)).toMatchObject([{ expired: false }])
})

async function close(id: number, staff: Person, status: 'ATTENDED' | 'REJECTED'): Promise<void> {
  const answer = await fetch(`${world.url}/api/qr/alerts/${id}/update/`, {
    method: 'PATCH',
    headers: staff.headers,
    body: JSON.stringify({ status, description: 'Closed in a test' }),
  })
  expect(answer.status).toBe(200)
}

test('a place far from the one known before never moves the alert: both are kept, and an operator decides', async () => {
  const { sticker } = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  const bengaluru = { latitude: 12.9716, longitude: 77.5946 }
  const delhi = { latitude: 28.6139, longitude: 77.209 }
  const { id, status_url } = await press(world.url, sticker.token, { ...bengaluru, accuracy: 40, landmark: 'Gate 3' })
  await press(world.url, sticker.token, { ...delhi, accuracy: 0 })
  const details = { ...delhi, accuracy: 0, landmark: 'Red Fort', first_respondent_phone: '9876543210' }
  const added = await fetch(`${world.url}${status_url}/details`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(details),
  })
  expect(added.status).toBe(200)
  expect((await alertsOf(sticker.id))[0]).toMatchObject({
    ...bengaluru,
    accuracy: 40,
    landmark: 'Gate 3',
    places_differ: true,
    report_count: 2,
  })
  const page = async () => {
    const answer = await fetch(`${world.url}/api/qr/alerts/${id}/`, { headers: staff.headers })
    return (await answer.json()) as AlertDetail
  }
  const { reports, timeline } = await page()
  expect(
    reports.map(({ latitude, accuracy, landmark, added_later }) => [latitude, accuracy, landmark, added_later]),
  ).toEqual([
    [bengaluru.latitude, 40, 'Gate 3', false],
    [delhi.latitude, 5, null, false],
    [delhi.latitude, 5, 'Red Fort', true],
  ])
  expect(timeline.map(({ text }) => text).filter((text) => text.includes('two places are reported'))).toHaveLength(2)

  const choose = (report_id: string) =>
    fetch(`${world.url}/api/qr/alerts/${id}/place/`, {
      method: 'POST',
      headers: staff.headers,
      body: JSON.stringify({ report_id }),
    })
  expect((await choose(randomUUID())).status).toBe(404)
  expect((await choose(reports[1]!.id)).status).toBe(200)
  const chosen = await page()
  expect(chosen).toMatchObject({ ...delhi, accuracy: 5, places_differ: false })
  expect(chosen.timeline.at(-1)!.text).toMatch(
    /set the place to the one reported at .* It was .+ \(12\.97160, 77\.59460\) before\.$/,
  )
})

test('a number that is given later is kept beside the first one, not over it', async () => {
  const { sticker } = await createSubscriber(world)
  const { status_url } = await press(world.url, sticker.token, { first_respondent_phone: '9876500001' })
  await fetch(`${world.url}${status_url}/details`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ first_respondent_phone: '9876500002' }),
  })
  const [alert] = await alertsOf(sticker.id)
  expect(alert!.first_respondent_phone).toBe('9876500001')
  const reports = await world.db
    .selectFrom('alert_reports')
    .select('first_respondent_phone')
    .where('alert_id', '=', alert!.id)
    .orderBy('created_at')
    .execute()
  expect(reports.map(({ first_respondent_phone }) => first_respondent_phone)).toEqual(['9876500001', '9876500002'])
})

test('a report after an attended alert rings as a new one that names it, and its relatives are notified', async () => {
  const { sticker, relatives } = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  const screen = openScreen(world.url, staff.access)
  const first = await press(world.url, sticker.token)
  await close(first.id, staff, 'ATTENDED')
  const next = await press(world.url, sticker.token)
  expect([next.http, next.status]).toEqual([201, 'PENDING'])
  expect(next.id).not.toBe(first.id)
  expect(await alertsOf(sticker.id)).toMatchObject([
    { id: first.id, status: 'ATTENDED', report_count: 1 },
    { id: next.id, status: 'PENDING', follows_id: first.id, verify_by_phone: false, claimed_by: null },
  ])
  await until('the console has the new one', () => screen.alertIds().has(next.id))
  await until('the relatives are notified of it', async () => {
    const query = world.db.selectFrom('messages').select('to_phone').where('alert_id', '=', next.id)
    return (await query.where('template', '=', 'relative_alert').execute()).length === relatives.length
  })
  await screen.close()
})
