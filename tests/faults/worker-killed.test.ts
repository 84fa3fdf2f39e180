import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { type FakeCarrier, startFakeCarrier } from '../harness/fake-carrier.ts'
import { createSubscriber, type Subscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { type Process, startProcess } from '../harness/processes.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

vi.setConfig({ testTimeout: 120_000 })

// A worker dies in the middle of telling relatives. Promise: every relative is told; a message goes out twice only when
// the provider had it, cannot be asked, and the worker died before noting it; that one says "uncertain".

let carrier: FakeCarrier
let world: World
const processes: Process[] = []

beforeEach(async () => {
  carrier = await startFakeCarrier()
})
afterEach(async () => {
  await Promise.all(processes.splice(0).map((each) => each.kill()))
  await world.stop()
  await carrier.close()
})

async function worldWith(provider: 'twilio' | 'msg91', options: { redis?: boolean } = {}): Promise<void> {
  world = await createWorld({ ...options, worker: false, settings: carrierSettings(carrier, [provider]) })
}

async function startWorker(): Promise<Process> {
  const worker = await startProcess('worker', world.environment)
  processes.push(worker)
  return worker
}

async function pressAll(count: number): Promise<Subscriber[]> {
  const subscribers = await Promise.all(Array.from({ length: count }, () => createSubscriber(world)))
  const answers = await Promise.all(subscribers.map(({ sticker }) => press(world.url, sticker.token)))
  expect(answers.every((answer) => answer.http === 201)).toBe(true)
  return subscribers
}

const relativesOf = (subscribers: Subscriber[]) => subscribers.flatMap(({ relatives }) => relatives)
const messages = () => world.db.selectFrom('messages').select(['to_phone', 'state', 'uncertain']).execute()

async function untilAllTold(subscribers: Subscriber[]): Promise<Map<string, number>> {
  const phones = relativesOf(subscribers)
  await until(
    'every message is sent',
    async () => {
      const rows = await messages()
      return rows.length === phones.length && rows.every((row) => row.state === 'sent')
    },
    90_000,
  )
  const times = new Map(phones.map((phone) => [phone, 0]))
  for (const message of carrier.accepted) times.set(message.to, (times.get(message.to) ?? 0) + 1)
  expect([...times.values()].every((count) => count >= 1)).toBe(true)
  return times
}

test('killed between claim and the provider taking it: every relative is told exactly once', async () => {
  await worldWith('twilio')
  carrier.mode('twilio', 'hang')
  const worker = await startWorker()
  const subscribers = await pressAll(3)
  await until('calls hang at the provider', () => carrier.calls.twilio >= 6)
  await worker.kill()
  carrier.mode('twilio', 'ok')
  await startWorker()
  const times = await untilAllTold(subscribers)
  expect([...times.values()]).toEqual(Array.from({ length: 6 }, () => 1))
})

test('killed after the provider took it and before noting it, provider can be asked: told exactly once', async () => {
  await worldWith('twilio')
  carrier.mode('twilio', 'accept_then_hang')
  const worker = await startWorker()
  const subscribers = await pressAll(3)
  await until('the provider has them', () => carrier.accepted.length >= 6)
  await worker.kill()
  carrier.mode('twilio', 'ok')
  await startWorker()
  const times = await untilAllTold(subscribers)
  expect([...times.values()]).toEqual(Array.from({ length: 6 }, () => 1))
  expect((await messages()).every((message) => message.uncertain)).toBe(true)
})

test('the same with a provider that cannot be asked: at most one double per call in flight, each flagged', async () => {
  await worldWith('msg91')
  carrier.mode('msg91', 'accept_then_hang')
  const worker = await startWorker()
  const subscribers = await pressAll(3)
  await until('the provider has them', () => carrier.accepted.length >= 6)
  const inFlight = carrier.accepted.length
  await worker.kill()
  carrier.mode('msg91', 'ok')
  await startWorker()
  const times = await untilAllTold(subscribers)
  const doubles = [...times.values()].reduce((sum, count) => sum + count - 1, 0)
  console.log(`worker killed with ${inFlight} calls in flight at a provider without look-up: ${doubles} doubles`)
  expect(doubles).toBeLessThanOrEqual(inFlight)
  const flagged = new Set((await messages()).filter((row) => row.uncertain).map((row) => row.to_phone))
  const doubled = [...times].filter(([, count]) => count > 1).map(([phone]) => phone)
  expect(doubled.every((phone) => flagged.has(phone))).toBe(true)
})

test.each([
  ['PostgreSQL', false],
  ['Redis', true],
])(
  'killed five times while forty relatives are told, queues on %s: all are told, doubles are bounded',
  async (_name, redis) => {
    await worldWith('twilio', { redis })
    carrier.mode('twilio', 'slow', { delay_ms: 120 })
    const subscribers = await pressAll(20)
    let inFlight = 0
    for (let round = 0; round < 5; round++) {
      const worker = await startWorker()
      const before = carrier.calls.twilio
      const sent = await until('some are being sent, or all have been', async () => {
        const rows = await messages()
        const all = rows.length === 40 && rows.every((row) => row.state === 'sent')
        return all ? 'all' : carrier.calls.twilio > before && 'some'
      })
      inFlight += (await messages()).filter((row) => row.state === 'sending').length
      await worker.kill()
      if (sent === 'all') break
    }
    await startWorker()
    const times = await untilAllTold(subscribers)
    const doubles = [...times.values()].reduce((sum, count) => sum + count - 1, 0)
    console.log(`worker killed five times, ${inFlight} messages in flight: ${doubles} doubles, 0 lost`)
    expect(doubles).toBeLessThanOrEqual(inFlight)
  },
  180_000,
)
