import { randomUUID } from 'node:crypto'
import type { ConsoleWatch } from '@tvarit/shared/contracts/consoles'
import { reportConsole } from '@tvarit/shared/domain/on-call/consoles/report-console'
import { watchConsoles } from '@tvarit/shared/domain/on-call/consoles/watch-consoles'
import { createSenders } from '@tvarit/shared/domain/delivery/create-senders'
import { sendMessage } from '@tvarit/shared/domain/delivery/send-message'
import { afterEach, expect, test } from 'vitest'
import { raisedAlert, smsTo } from '../harness/ambulances.ts'
import { createPerson, newPhone, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

const ON_CALL = [newPhone(), newPhone()]
const console_id = randomUUID()
let world: World
let staff: Person

async function begin(worker = false, numbers = ON_CALL) {
  world = await createWorld({ worker, settings: { ON_CALL_NUMBERS: numbers.join(',') } })
  staff = await createPerson(world, 'staff', 'Asha')
}
afterEach(() => world.stop())

const report = (armed: boolean, open = true) =>
  reportConsole({ ctx: { ...world.ctx(staff.actor), actor: staff.actor }, input: { console_id, armed, open } })

/** What three workers do at the same moment. */
const look = () => Promise.all([1, 2, 3].map(() => watchConsoles({ ctx: world.ctx() })))

const notified = async (phone = ON_CALL[0]!) => {
  const rows = await world.db
    .selectFrom('messages')
    .select('template')
    .where('to_phone', '=', phone)
    .orderBy('id')
    .execute()
  return rows.map(({ template }) => template)
}

async function watch(): Promise<ConsoleWatch> {
  const response = await fetch(`${world.url}/trpc/alerts.watch`, { headers: staff.headers })
  return ((await response.json()) as { result: { data: ConsoleWatch } }).result.data
}

test('without an armed console for a minute on-call are notified, half-hourly, and of the end', async () => {
  await begin()
  await report(true)
  await look()
  await report(true, false)
  await look()
  await world.advanceTime(50_000)
  await look()
  expect(await notified()).toEqual([])
  await world.advanceTime(11_000)
  await look()
  await look()
  for (const phone of ON_CALL) expect(await notified(phone)).toEqual(['screens_lost'])
  await world.advanceTime(29 * 60_000)
  await look()
  expect(await notified()).toEqual(['screens_lost'])
  await world.advanceTime(61_000)
  await look()
  expect(await notified()).toEqual(['screens_lost', 'screens_lost'])
  await report(true)
  await look()
  await look()
  for (const phone of ON_CALL) expect(await notified(phone)).toEqual(['screens_lost', 'screens_lost', 'screens_back'])
  // The next outage is reported again.
  await report(false)
  await look()
  await world.advanceTime(61_000)
  await look()
  expect(await notified()).toEqual(['screens_lost', 'screens_lost', 'screens_back', 'screens_lost'])
})

test('a console without sound does not count, nor one that has not been heard of for 45 seconds', async () => {
  await begin()
  await report(true)
  await look()
  await world.advanceTime(46_000)
  await look()
  expect(await watch()).toMatchObject({ listening: 0, silent_since: expect.any(String), told_at: null })
  await report(false)
  await world.advanceTime(61_000)
  await look()
  expect(await notified()).toEqual(['screens_lost'])
  expect(await watch()).toMatchObject({ listening: 0, told_at: expect.any(String), on_call_numbers: 2 })
})

test('a short gap is nobody’s concern', async () => {
  await begin()
  await report(true)
  await look()
  await report(true, false)
  await look()
  await world.advanceTime(30_000)
  await report(true)
  await look()
  expect(await notified()).toEqual([])
  expect(await watch()).toMatchObject({ listening: 1, silent_since: null, told_at: null, on_call_numbers: 2 })
})

test('the worker tells it, with since when and how many alerts wait', async () => {
  await begin(true)
  await until('the watch has begun', async () => {
    const row = await world.db.selectFrom('console_watch').select('silent_since').executeTakeFirstOrThrow()
    return row.silent_since
  })
  await raisedAlert(world)
  await world.advanceTime(61_000)
  const texts = await until('the SMS is out', async () => {
    const all = await smsTo(world, ON_CALL[0]!)
    return all.length > 0 && all
  })
  expect(texts[0]).toMatch(
    /^Tvarit ALARM: no call-centre screen has been listening since \d\d:\d\d\. Alerts waiting: 1\. Open the board: http/,
  )
  await report(true)
  const both = await until('the end is notified', async () => {
    const all = await smsTo(world, ON_CALL[0]!)
    return all.length > 1 && all
  })
  expect(both[1]).toMatch(
    /^Tvarit: a call-centre screen is listening again since \d\d:\d\d\. None was from \d\d:\d\d on\.$/,
  )
})

test('an alarm that was not sent yet is not sent any more once a console listens again', async () => {
  await begin()
  await look()
  await world.advanceTime(61_000)
  await look()
  await report(true)
  await look()
  const message = await world.db
    .selectFrom('messages')
    .select('id')
    .where('template', '=', 'screens_lost')
    .executeTakeFirstOrThrow()
  await sendMessage({ ctx: world.ctx(), senders: createSenders(world.ctx()), input: { message_id: message.id } })
  expect(await smsTo(world, ON_CALL[0]!)).toEqual([])
})

test('without on-call numbers every admin is notified, and no other user', async () => {
  await begin(false, [])
  const admin = await createPerson(world, 'admin')
  await look()
  await world.advanceTime(61_000)
  await look()
  expect(await notified(admin.phone_number)).toEqual(['screens_lost'])
  await report(true)
  await look()
  expect(await notified(admin.phone_number)).toEqual(['screens_lost', 'screens_back'])
  expect(await notified(staff.phone_number)).toEqual([])
})

test('a first start without on-call and admins notifies no one, and consoles know why', async () => {
  await begin(false, [])
  await look()
  await world.advanceTime(3_600_000)
  await look()
  expect(await world.db.selectFrom('messages').select('id').execute()).toEqual([])
  expect(await watch()).toMatchObject({ listening: 0, told_at: null, on_call_numbers: 0 })
})
