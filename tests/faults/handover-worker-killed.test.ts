import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { type FakeCarrier, startFakeCarrier } from '../harness/fake-carrier.ts'
import { createHospital, sendTo } from '../harness/handovers.ts'
import { createPerson } from '../harness/people.ts'
import { type Process, startProcess } from '../harness/processes.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

vi.setConfig({ testTimeout: 120_000 })

// A worker dies while it tells hospitals and relatives. Promise: each gets one message for each hospital.

let carrier: FakeCarrier
let world: World
const processes: Process[] = []

beforeEach(async () => {
  carrier = await startFakeCarrier()
  world = await createWorld({ worker: false, settings: carrierSettings(carrier, ['twilio']) })
})
afterEach(async () => {
  await Promise.all(processes.splice(0).map((each) => each.kill()))
  await world?.stop()
  await carrier.close()
})

async function startWorker(): Promise<Process> {
  const worker = await startProcess('worker', world.environment)
  processes.push(worker)
  return worker
}

test.each(['hang', 'accept_then_hang'] as const)(
  'killed while the provider is at it (%s): every hospital and every relative hears exactly once',
  async (behaviour) => {
    carrier.mode('twilio', behaviour)
    const person = await createPerson(world, 'staff')
    const phones: string[] = []
    for (let n = 0; n < 3; n++) {
      const { id, subscriber } = await raisedAlert(world)
      const hospital = await createHospital(world)
      // The same order again, as after a lost answer.
      for (let again = 0; again < 2; again++) await sendTo(world, person, id, { hospital_id: hospital.id })
      phones.push(hospital.phone, ...subscriber.relatives)
    }
    const worker = await startWorker()
    await until('calls hang at the provider', () => carrier.calls.twilio >= 9)
    await worker.kill()
    carrier.mode('twilio', 'ok')
    await startWorker()
    await until(
      'every message is sent',
      async () => {
        const rows = await world.db.selectFrom('messages').select('state').execute()
        return rows.length === 15 && rows.every(({ state }) => state === 'sent')
      },
      90_000,
    )
    const about = carrier.accepted.filter(({ text }) => /being taken to|health data/i.test(text ?? ''))
    expect(about.map(({ to }) => to).toSorted()).toEqual(phones.toSorted())
  },
)
