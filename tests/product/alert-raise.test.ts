import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { alertsOf, closeAlert } from '../harness/alert-calls.ts'
import { smsTo } from '../harness/ambulances.ts'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()

test('ten concurrent presses with one scan_id are one alert, and every answer names it', async () => {
  const { sticker } = await createSubscriber(world)
  const scan_id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => press(world.url, sticker.token, { scan_id })))
  expect(new Set(answers.map((answer) => answer.http))).toEqual(new Set([201]))
  expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
  const alerts = await alertsOf(world, sticker.id)
  expect(alerts).toHaveLength(1)
  expect(alerts[0]!.report_count).toBe(1)
})

test('ten bystanders pressing the same sticker at once are one alert with ten reports', async () => {
  const { sticker } = await createSubscriber(world)
  const answers = await Promise.all(Array.from({ length: 10 }, () => press(world.url, sticker.token)))
  expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
  expect((await alertsOf(world, sticker.id)).map((alert) => alert.report_count)).toEqual([10])
})

test('a press without location is accepted, and a later better one completes the alert', async () => {
  const { sticker } = await createSubscriber(world)
  const { id, http } = await press(world.url, sticker.token)
  expect(http).toBe(201)
  await press(world.url, sticker.token, { latitude: 12.97, longitude: 77.59, accuracy: 2000 })
  await press(world.url, sticker.token, { latitude: 12.9716, longitude: 77.5946, accuracy: 12 })
  await press(world.url, sticker.token, { latitude: 13.5, longitude: 78.5, accuracy: 5000 })
  const [alert] = await alertsOf(world, sticker.id)
  expect(alert).toMatchObject({ id, latitude: 12.9716, longitude: 77.5946, accuracy: 12, report_count: 4 })
})

test('the relatives of a subscriber get one message each, without health data', async () => {
  const { sticker, relatives } = await createSubscriber(world, { first_name: 'Lakshmi' })
  await press(world.url, sticker.token)
  for (const phone of relatives) {
    const texts = await until('the relative has a message', async () => {
      const found = await smsTo(world, phone)
      return found.length > 0 && found
    })
    expect(texts).toHaveLength(1)
    expect(texts[0]).toMatch(/EMERGENCY: Tvarit received an alert for Lakshmi Kumar/)
    expect(texts[0]).not.toMatch(/SECRET|diabet|metformin/i)
  }
})

test("a number that is given twice, and the subscriber's own, is notified once or not at all", async () => {
  const { sticker, relatives, phone_number, id } = await createSubscriber(world)
  await world.db
    .updateTable('subscriber_profiles')
    .set({ friend1_mobile: relatives[0]!, friend2_mobile: phone_number })
    .where('user_id', '=', id)
    .execute()
  const alert = await press(world.url, sticker.token)
  const notified = await until('the relatives are noted', async () => {
    const rows = await world.db.selectFrom('messages').select('to_phone').where('alert_id', '=', alert.id).execute()
    return rows.length > 0 && rows
  })
  expect(notified.map((row) => row.to_phone).toSorted()).toEqual(relatives.toSorted())
})

test('an unregistered sticker raises an alert, marked so, and notifies no relatives', async () => {
  const sticker = await createSticker(world)
  const { http, id } = await press(world.url, sticker.token)
  expect(http).toBe(201)
  expect(await alertsOf(world, sticker.id)).toMatchObject([
    { id, unregistered: true, user_id: null, status: 'PENDING' },
  ])
  const jobs = await world.db
    .selectFrom('outbox')
    .select('job_id')
    .where('job_id', '=', `tell-relatives-${id}`)
    .execute()
  expect(jobs).toEqual([])
})

test('an expired plan changes nothing for the bystander, and staff and relatives see it', async () => {
  const { sticker, relatives } = await createSubscriber(world, { ends_in_days: -1 })
  const { http } = await press(world.url, sticker.token)
  expect(http).toBe(201)
  expect(await alertsOf(world, sticker.id)).toMatchObject([{ expired: true, verify_by_phone: false }])
  await until('the relative has a message', async () => (await smsTo(world, relatives[0]!)).length === 1)
})

test('a plan that ends today is not expired', async () => {
  const { sticker } = await createSubscriber(world, { ends_in_days: 0 })
  await press(world.url, sticker.token)
  expect(await alertsOf(world, sticker.id)).toMatchObject([{ expired: false }])
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
  expect((await closeAlert(world, staff, first.id, 'REJECTED')).status).toBe(200)
  expect((await press(world.url, sticker.token)).id).not.toBe(first.id)
})

test('a report after an attended alert is a new one that names it and notifies relatives', async () => {
  const { sticker, relatives } = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  const screen = openScreen(world.url, staff.access)
  const first = await press(world.url, sticker.token)
  expect((await closeAlert(world, staff, first.id, 'ATTENDED')).status).toBe(200)
  const next = await press(world.url, sticker.token)
  expect([next.http, next.status]).toEqual([201, 'PENDING'])
  expect(next.id).not.toBe(first.id)
  expect(await alertsOf(world, sticker.id)).toMatchObject([
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

test.each([
  ['was attended more than half an hour ago', 'ATTENDED', 31],
  ['was rejected', 'REJECTED', 0],
] as const)('a report after an alert that %s is a new alert and names none', async (_what, status, minutes) => {
  const { sticker } = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  const first = await press(world.url, sticker.token)
  expect((await closeAlert(world, staff, first.id, status)).status).toBe(200)
  const closed_at = new Date(Date.now() - minutes * 60_000)
  await world.db.updateTable('alerts').set({ closed_at }).where('id', '=', first.id).execute()
  const next = await press(world.url, sticker.token)
  expect(await alertsOf(world, sticker.id)).toMatchObject([
    { id: first.id, status },
    { id: next.id, status: 'PENDING', follows_id: null },
  ])
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
