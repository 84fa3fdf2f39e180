import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { alertsOf, closeAlert } from '../harness/alert-calls.ts'
import { north, smsTo } from '../harness/ambulances.ts'
import { createPerson, createSubscriber, type Subscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

/** Reports as people behind another address. */
const from = (ip: string) => ({ 'x-forwarded-for': ip })

/** Reports of one device, one on each sticker, so many kilometres north of the last. Returns which alerts are marked. */
async function marksOf(subscribers: Subscriber[], km_apart: number | null, ip = '198.51.100.5'): Promise<boolean[]> {
  const device_id = randomUUID()
  for (const [n, { sticker }] of subscribers.entries()) {
    const place = km_apart === null ? {} : { ...north(n * km_apart), accuracy: 10 }
    expect((await press(world.url, sticker.token, { device_id, ...place }, from(ip))).http).toBe(201)
  }
  return Promise.all(subscribers.map(async ({ sticker }) => (await alertsOf(world, sticker.id))[0]!.verify_by_phone))
}
const several = (length: number) => Promise.all(Array.from({ length }, () => createSubscriber(world)))

test('a bystander at one accident scans eight people: all ring, with or without a place', async () => {
  expect(await marksOf(await several(8), 0.01)).toEqual(Array(8).fill(false))
  expect(await marksOf(await several(8), null)).toEqual(Array(8).fill(false))
})

test('the eleventh alert of one device in ten minutes is marked wherever it is', async () => {
  expect(await marksOf(await several(11), 0)).toEqual([...Array<boolean>(10).fill(false), true])
})

test('a device’s fourth alert elsewhere in ten minutes is marked, and relatives wait', async () => {
  const subscribers = await several(4)
  expect(await marksOf(subscribers, 1)).toEqual([false, false, false, true])
  const last = subscribers[3]!
  const [alert] = await alertsOf(world, last.sticker.id)
  expect(await smsTo(world, last.relatives[0]!)).toEqual([])
  const staff = await createPerson(world, 'staff')
  const claim = await fetch(`${world.url}/api/qr/alerts/${alert!.id}/claim/`, {
    method: 'POST',
    headers: staff.headers,
    body: '{}',
  })
  expect(claim.status).toBe(200)
  await until(
    'the relative is notified after the claim',
    async () => (await smsTo(world, last.relatives[0]!)).length === 1,
  )
  // From here it rings like any other, no matter who loses it.
  expect((await alertsOf(world, last.sticker.id))[0]).toMatchObject({ verify_by_phone: false })
})

test('above ten reports of a source on a sticker in an hour its next alert is marked', async () => {
  const { sticker } = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  const first = await press(world.url, sticker.token)
  for (let count = 0; count < 9; count++) await press(world.url, sticker.token)
  expect((await closeAlert(world, staff, first.id, 'REJECTED')).status).toBe(200)
  const next = await press(world.url, sticker.token)
  expect(next.http).toBe(201)
  expect(next.id).not.toBe(first.id)
  const rows = await alertsOf(world, sticker.id)
  expect(rows.find((row) => row.id === next.id)).toMatchObject({ verify_by_phone: true, status: 'PENDING' })
})

test('ten reports of one network do not mark the first report of another network', async () => {
  const { sticker } = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  const pranks = await press(world.url, sticker.token, {}, from('198.51.100.1'))
  for (let count = 0; count < 12; count++) await press(world.url, sticker.token, {}, from('198.51.100.1'))
  expect((await closeAlert(world, staff, pranks.id, 'REJECTED')).status).toBe(200)
  const genuine = await press(world.url, sticker.token, {}, from('198.51.100.2'))
  expect((await alertsOf(world, sticker.id)).find(({ id }) => id === genuine.id)).toMatchObject({
    verify_by_phone: false,
  })
})

test('behind one address of a carrier nobody is marked for what others report', async () => {
  const subscribers = await several(40)
  for (const { sticker } of subscribers) {
    await press(world.url, sticker.token, { device_id: randomUUID() }, from('198.51.100.3'))
  }
  const [{ sticker }] = subscribers as [(typeof subscribers)[number]]
  const staff = await createPerson(world, 'staff')
  const prankster = randomUUID()
  const pranks = (await alertsOf(world, sticker.id))[0]!
  for (let count = 0; count < 12; count++) {
    await press(world.url, sticker.token, { device_id: prankster }, from('198.51.100.3'))
  }
  expect((await closeAlert(world, staff, pranks.id, 'REJECTED')).status).toBe(200)
  const genuine = await press(world.url, sticker.token, { device_id: randomUUID() }, from('198.51.100.3'))
  const last = (await alertsOf(world, subscribers[39]!.sticker.id))[0]!
  const marks = [last, ...(await alertsOf(world, sticker.id)).filter(({ id }) => id === genuine.id)]
  expect(marks.map(({ verify_by_phone }) => verify_by_phone)).toEqual([false, false])
})

test('a second source from another network clears the mark, rings and notifies relatives', async () => {
  const ip = '198.51.100.4'
  const subscribers = await several(4)
  await marksOf(subscribers, 1, ip)
  const { sticker, relatives } = subscribers[3]!
  const marked = (await alertsOf(world, sticker.id))[0]!
  expect(marked.verify_by_phone).toBe(true)
  await press(world.url, sticker.token, { device_id: randomUUID() }, from(ip))
  expect((await alertsOf(world, sticker.id))[0]).toMatchObject({ verify_by_phone: true, report_count: 2 })

  const staff = await createPerson(world, 'staff')
  const screen = openScreen(world.url, staff.access)
  await press(world.url, sticker.token, { device_id: randomUUID() }, from('203.0.113.99'))
  const [confirmed] = await alertsOf(world, sticker.id)
  expect(confirmed).toMatchObject({ id: marked.id, verify_by_phone: false, escalation_level: 0, report_count: 3 })
  expect(confirmed!.waiting_since.getTime()).toBeGreaterThan(marked.waiting_since.getTime())
  await until('the console knows', () => screen.latest(marked.id)?.verify_by_phone === false)
  await until('the relative is notified', async () => (await smsTo(world, relatives[0]!)).length === 1)
  await screen.close()
})

test('a second source clears the mark also of an alert that the previous version let be claimed', async () => {
  const { sticker } = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  const { id } = await press(world.url, sticker.token, {}, from('198.51.100.6'))
  const claimed = { verify_by_phone: true, claimed_by: staff.id, claimed_at: new Date() }
  await world.db.updateTable('alerts').set(claimed).where('id', '=', id).execute()
  await press(world.url, sticker.token, {}, from('203.0.113.98'))
  expect((await alertsOf(world, sticker.id))[0]).toMatchObject({ verify_by_phone: false, claimed_by: staff.id })
})
