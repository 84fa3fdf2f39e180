import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const alertsOf = (sticker: number) =>
  world.db.selectFrom('alerts').selectAll().where('coupon_id', '=', sticker).execute()
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

test('above three alerts of one device in ten minutes the fourth is kept, marked, and its relatives wait for a claim', async () => {
  const device_id = randomUUID()
  const subscribers = await Promise.all(Array.from({ length: 4 }, () => createSubscriber(world)))
  for (const { sticker } of subscribers) {
    expect((await press(world.url, sticker.token, { device_id })).http).toBe(201)
  }
  const marks = await Promise.all(
    subscribers.map(async ({ sticker }) => (await alertsOf(sticker.id))[0]!.verify_by_phone),
  )
  expect(marks).toEqual([false, false, false, true])
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
})

test('above ten presses of one sticker in an hour a new alert is kept and marked', async () => {
  const { sticker } = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  const first = await press(world.url, sticker.token)
  for (let count = 0; count < 9; count++) await press(world.url, sticker.token)
  await fetch(`${world.url}/api/qr/alerts/${first.id}/update/`, {
    method: 'PATCH',
    headers: staff.headers,
    body: JSON.stringify({ status: 'REJECTED', description: 'Children playing' }),
  })
  const next = await press(world.url, sticker.token)
  expect(next.http).toBe(201)
  expect(next.id).not.toBe(first.id)
  const rows = await alertsOf(sticker.id)
  expect(rows.find((row) => row.id === next.id)).toMatchObject({ verify_by_phone: true, status: 'PENDING' })
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

test('half an hour after an attended alert the sticker raises a new one', async () => {
  const own = await createWorld({ worker: false })
  try {
    const { sticker } = await createSubscriber(own)
    const staff = await createPerson(own, 'staff')
    const first = await press(own.url, sticker.token)
    await fetch(`${own.url}/api/qr/alerts/${first.id}/update/`, {
      method: 'PATCH',
      headers: staff.headers,
      body: JSON.stringify({ status: 'ATTENDED', description: 'Helped' }),
    })
    expect((await press(own.url, sticker.token)).id).toBe(first.id)
    await own.travel(31 * 60_000)
    expect((await press(own.url, sticker.token)).id).not.toBe(first.id)
  } finally {
    await own.stop()
  }
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
    [await send(JSON.stringify({ scan_id, latitude: '12' })), 400, 'latitude'],
    [await send(JSON.stringify({ scan_id, latitude: 91 })), 400, 'latitude'],
    [await send(JSON.stringify({ scan_id, first_respondent_phone: '123' })), 400, 'first_respondent_phone'],
    [await send(JSON.stringify({ scan_id, landmark: 'x'.repeat(200) })), 400, 'landmark'],
    [await send(JSON.stringify({ scan_id, surprise: 1 })), 400, 'surprise'],
    [await send(JSON.stringify({ scan_id, landmark: 'x'.repeat(9000) })), 413, 'detail'],
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
