import { randomUUID } from 'node:crypto'
import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { expect, test } from 'vitest'
import { north } from '../harness/ambulances.ts'
import { createPerson, createSticker, createSubscriber, type Person, type Subscriber } from '../harness/people.ts'
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

/** Reports of one device, one on each sticker, so many kilometres north of the last. Returns which alerts are marked. */
async function marksOf(subscribers: Subscriber[], km_apart: number | null, ip = '198.51.100.5'): Promise<boolean[]> {
  const device_id = randomUUID()
  for (const [n, { sticker }] of subscribers.entries()) {
    const place = km_apart === null ? {} : { ...north(n * km_apart), accuracy: 10 }
    expect((await press(world.url, sticker.token, { device_id, ...place }, from(ip))).http).toBe(201)
  }
  return Promise.all(subscribers.map(async ({ sticker }) => (await alertsOf(sticker.id))[0]!.verify_by_phone))
}
const several = (length: number) => Promise.all(Array.from({ length }, () => createSubscriber(world)))

test('a bystander at one accident scans eight people: all ring, with or without a place', async () => {
  expect(await marksOf(await several(8), 0.01)).toEqual(Array(8).fill(false))
  expect(await marksOf(await several(8), null)).toEqual(Array(8).fill(false))
})

test('the eleventh alert of one device in ten minutes is marked wherever it is', async () => {
  expect(await marksOf(await several(11), 0)).toEqual([...Array<boolean>(10).fill(false), true])
})

test('above three alerts of one device at other places in ten minutes the next is kept, marked, and its relatives wait for a claim', async () => {
  const subscribers = await several(4)
  expect(await marksOf(subscribers, 1)).toEqual([false, false, false, true])
  const last = subscribers[3]!
  const [alert] = await alertsOf(last.sticker.id)
  expect(await messagesTo(last.relatives[0]!)).toEqual([])
  const staff = await createPerson(world, 'staff')
  const claim = await fetch(`${world.url}/api/qr/alerts/${alert!.id}/claim/`, {
    method: 'POST',
    headers: staff.headers,
    body: '{}',
  })
  expect(claim.status).toBe(200)
  await until('the relative is told after the claim', async () => (await messagesTo(last.relatives[0]!)).length === 1)
  // From here it rings like any other, no matter who loses it.
  expect((await alertsOf(last.sticker.id))[0]).toMatchObject({ verify_by_phone: false })
})

async function close(id: number, staff: Person, status: 'ATTENDED' | 'REJECTED'): Promise<void> {
  const answer = await fetch(`${world.url}/api/qr/alerts/${id}/update/`, {
    method: 'PATCH',
    headers: staff.headers,
    body: JSON.stringify({ status, description: 'Closed in a test' }),
  })
  expect(answer.status).toBe(200)
}

/** Reports as people behind another address. */
const from = (ip: string) => ({ 'x-forwarded-for': ip })

test('above ten reports of one source on one sticker in an hour its next alert is kept and marked', async () => {
  const { sticker } = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  const first = await press(world.url, sticker.token)
  for (let count = 0; count < 9; count++) await press(world.url, sticker.token)
  await close(first.id, staff, 'REJECTED')
  const next = await press(world.url, sticker.token)
  expect(next.http).toBe(201)
  expect(next.id).not.toBe(first.id)
  const rows = await alertsOf(sticker.id)
  expect(rows.find((row) => row.id === next.id)).toMatchObject({ verify_by_phone: true, status: 'PENDING' })
})

test('ten reports of one network do not mark the first report of another network', async () => {
  const { sticker } = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  const pranks = await press(world.url, sticker.token, {}, from('198.51.100.1'))
  for (let count = 0; count < 12; count++) await press(world.url, sticker.token, {}, from('198.51.100.1'))
  await close(pranks.id, staff, 'REJECTED')
  const genuine = await press(world.url, sticker.token, {}, from('198.51.100.2'))
  expect((await alertsOf(sticker.id)).find(({ id }) => id === genuine.id)).toMatchObject({ verify_by_phone: false })
})

test('behind one address of a carrier nobody is marked for what others report', async () => {
  const subscribers = await Promise.all(Array.from({ length: 40 }, () => createSubscriber(world)))
  for (const { sticker } of subscribers) {
    await press(world.url, sticker.token, { device_id: randomUUID() }, from('198.51.100.3'))
  }
  const [{ sticker }] = subscribers as [(typeof subscribers)[number]]
  const staff = await createPerson(world, 'staff')
  const prankster = randomUUID()
  const pranks = (await alertsOf(sticker.id))[0]!
  for (let count = 0; count < 12; count++) {
    await press(world.url, sticker.token, { device_id: prankster }, from('198.51.100.3'))
  }
  await close(pranks.id, staff, 'REJECTED')
  const genuine = await press(world.url, sticker.token, { device_id: randomUUID() }, from('198.51.100.3'))
  const last = (await alertsOf(subscribers[39]!.sticker.id))[0]!
  const marks = [last, ...(await alertsOf(sticker.id)).filter(({ id }) => id === genuine.id)]
  expect(marks.map(({ verify_by_phone }) => verify_by_phone)).toEqual([false, false])
})

test('a marked alert that a second source confirms from another network loses the mark, rings from now, and its relatives are notified', async () => {
  const ip = '198.51.100.4'
  const subscribers = await several(4)
  await marksOf(subscribers, 1, ip)
  const { sticker, relatives } = subscribers[3]!
  const marked = (await alertsOf(sticker.id))[0]!
  expect(marked.verify_by_phone).toBe(true)
  await press(world.url, sticker.token, { device_id: randomUUID() }, from(ip))
  expect((await alertsOf(sticker.id))[0]).toMatchObject({ verify_by_phone: true, report_count: 2 })

  const staff = await createPerson(world, 'staff')
  const screen = openScreen(world.url, staff.access)
  await press(world.url, sticker.token, { device_id: randomUUID() }, from('203.0.113.99'))
  const [confirmed] = await alertsOf(sticker.id)
  expect(confirmed).toMatchObject({ id: marked.id, verify_by_phone: false, escalation_level: 0, report_count: 3 })
  expect(confirmed!.waiting_since.getTime()).toBeGreaterThan(marked.waiting_since.getTime())
  await until('the console knows', () => screen.latest(marked.id)?.verify_by_phone === false)
  await until('the relative is notified', async () => (await messagesTo(relatives[0]!)).length === 1)
  await screen.close()
})

test('a second source confirms a marked alert also when a server of the version before has let it be claimed', async () => {
  const { sticker } = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  const { id } = await press(world.url, sticker.token, {}, from('198.51.100.6'))
  const claimed = { verify_by_phone: true, claimed_by: staff.id, claimed_at: new Date() }
  await world.db.updateTable('alerts').set(claimed).where('id', '=', id).execute()
  await press(world.url, sticker.token, {}, from('203.0.113.98'))
  expect((await alertsOf(sticker.id))[0]).toMatchObject({ verify_by_phone: false, claimed_by: staff.id })
})

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

test('a bad detail never refuses the emergency: the alert is raised without it, and the answer says which and why', async () => {
  const raise = async (details: object) => {
    const { sticker } = await createSubscriber(world)
    const answer = await fetch(`${world.url}/api/scan/${sticker.token}/alerts/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scan_id: randomUUID(), ...details }),
    })
    const { ignored } = (await answer.json()) as { ignored?: Record<string, string[]> }
    const { latitude, longitude, landmark, first_respondent_phone } = (await alertsOf(sticker.id))[0]!
    return { http: answer.status, ignored, latitude, longitude, landmark, first_respondent_phone }
  }
  const place = { latitude: 12.97, longitude: 77.59 }
  expect(await raise({ ...place, first_respondent_phone: '12' })).toMatchObject({
    ...place,
    http: 201,
    first_respondent_phone: null,
    ignored: { first_respondent_phone: [expect.any(String)] },
  })
  expect(await raise({ ...place, landmark: 'x'.repeat(200) })).toMatchObject({
    ...place,
    http: 201,
    landmark: 'x'.repeat(120),
    ignored: { landmark: ['Cut to 120 characters.'] },
  })
  expect(await raise({ ...place, landmark: 'x'.repeat(60_000) })).toMatchObject({
    http: 201,
    landmark: 'x'.repeat(120),
    ignored: { landmark: ['Cut to 120 characters.'] },
  })
  expect(await raise({ ...place, latitude: 91 })).toMatchObject({
    http: 201,
    latitude: null,
    longitude: null,
    ignored: { latitude: [expect.any(String)] },
  })
  expect(await raise({ latitude: '12.97', longitude: '77.59', surprise: 1 })).toMatchObject({
    ...place,
    http: 201,
    ignored: { surprise: ['Unknown field.'] },
  })
  expect(await raise({ accuracy: {}, device_id: 'x', language: 'xx', pressed_ms_ago: -1 })).toMatchObject({
    http: 201,
    ignored: Object.fromEntries(
      ['accuracy', 'device_id', 'language', 'pressed_ms_ago'].map((key) => [key, [expect.any(String)]]),
    ),
  })
  expect(await raise(place)).toEqual({
    ...place,
    http: 201,
    ignored: undefined,
    landmark: null,
    first_respondent_phone: null,
  })
})

test('scanning shows nothing about health, whatever the subscriber has entered', async () => {
  const { sticker, id } = await createSubscriber(world)
  const critical_line = 'Penicillin allergy'
  await world.db.updateTable('subscriber_profiles').set({ critical_line }).where('user_id', '=', id).execute()
  for (const path of [`/api/scan/${sticker.token}/`, `/s/${sticker.token}`]) {
    const text = await (await fetch(`${world.url}${path}`)).text()
    expect(text).not.toMatch(/penicillin|critical_line|SECRET/i)
  }
})

test('a rejected alert is not joined: the next press is a new one', async () => {
  const { sticker } = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  const first = await press(world.url, sticker.token)
  await fetch(`${world.url}/api/qr/alerts/${first.id}/update/`, {
    method: 'PATCH',
    headers: staff.headers,
    body: JSON.stringify({ status: 'REJECTED', description: 'No answer' }),
  })
  expect((await press(world.url, sticker.token)).id).not.toBe(first.id)
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

test('a voided sticker still raises an alert', async () => {
  const { sticker } = await createSubscriber(world)
  await world.db.updateTable('coupons').set({ voided_at: new Date() }).where('id', '=', sticker.id).execute()
  expect((await press(world.url, sticker.token)).http).toBe(201)
})

test('a scan_id that was used on another sticker does not swallow the press', async () => {
  const [one, two] = [await createSubscriber(world), await createSubscriber(world)]
  const scan_id = randomUUID()
  const first = await press(world.url, one.sticker.token, { scan_id })
  const second = await press(world.url, two.sticker.token, { scan_id })
  expect(second.http).toBe(201)
  expect(second.id).not.toBe(first.id)
})

test('the token is read in any case and with typing mistakes of the eye (I and L for 1)', async () => {
  const { sticker } = await createSubscriber(world)
  const typed = sticker.token.toLowerCase().replaceAll('1', 'i')
  expect((await press(world.url, typed)).http).toBe(201)
})

test('bad presses get a clear 4xx in the documented shape and write nothing', async () => {
  const { sticker } = await createSubscriber(world)
  const send = (body: string, type = 'application/json', token = sticker.token) =>
    fetch(`${world.url}/api/scan/${token}/alerts/`, { method: 'POST', headers: { 'content-type': type }, body })
  const scan_id = randomUUID()
  const cases: [Response, number, string][] = [
    [await send('{"scan_id":'), 400, 'detail'],
    [await send('[]'), 400, 'non_field_errors'],
    [await send('{}'), 400, 'scan_id'],
    [await send(JSON.stringify({ scan_id: 'x' })), 400, 'scan_id'],
    [await send(JSON.stringify({ scan_id, landmark: 'x'.repeat(70_000) })), 413, 'detail'],
    [await send(JSON.stringify({ scan_id }), 'application/json', 'AAAAAAAAAAAAAAAA'), 404, 'detail'],
    [await send(JSON.stringify({ scan_id }), 'application/json', '..%2f..'), 404, 'detail'],
    [await send(JSON.stringify({ scan_id }), 'application/json', '%ff'), 400, 'detail'],
  ]
  for (const [response, status, key] of cases) {
    expect(response.status).toBe(status)
    expect(Object.keys((await response.json()) as object)).toContain(key)
  }
  expect(await alertsOf(sticker.id)).toEqual([])
})
