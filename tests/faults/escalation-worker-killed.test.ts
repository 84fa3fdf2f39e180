import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { type FakeCarrier, startFakeCarrier } from '../harness/fake-carrier.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { type Process, startProcess } from '../harness/processes.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

vi.setConfig({ testTimeout: 120_000 })

// Workers die while alerts climb the ladder. Promise: each alert has each level once, and nobody is called twice for it.

const ON_CALL = [newPhone(), newPhone()]
let carrier: FakeCarrier
let world: World
const processes: Process[] = []

beforeEach(async () => {
  carrier = await startFakeCarrier()
  const settings = { ...carrierSettings(carrier, ['twilio']), ON_CALL_NUMBERS: ON_CALL.join(',') }
  world = await createWorld({ worker: false, settings })
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

const climbed = async () => {
  const events = await world.db
    .selectFrom('alert_events')
    .select(['alert_id', 'detail'])
    .where('kind', '=', 'escalated')
    .execute()
  return events.map(({ alert_id, detail }) => `${alert_id}:${(detail as { level: number }).level}`)
}

test.each(['hang', 'accept_then_hang'] as const)(
  'killed in the middle (%s): every alert climbs each level once, and every number is called once',
  async (behaviour) => {
    carrier.mode('twilio', behaviour)
    const admins = [await createPerson(world, 'admin', 'Meera'), await createPerson(world, 'admin', 'Kiran')]
    const alerts = await Promise.all(Array.from({ length: 60 }, () => raisedAlert(world, { relatives: [] })))
    await world.travel(121_000)
    const [first, second] = await Promise.all([startWorker(), startWorker()])
    await until('the climb has begun', async () => (await climbed()).length > 20, 60_000)
    await first.kill()
    await until('calls hang at the provider', () => carrier.calls.twilio > 0, 60_000)
    await second.kill()
    carrier.mode('twilio', 'ok')
    await Promise.all([startWorker(), startWorker()])
    await until('all have climbed', async () => (await climbed()).length >= alerts.length * 3, 60_000)
    await until(
      'every call is sent',
      async () => {
        const rows = await world.db.selectFrom('messages').select('state').execute()
        return rows.length >= 4 && rows.every(({ state }) => state === 'sent')
      },
      90_000,
    )
    const once = alerts.flatMap(({ id }) => [1, 2, 3].map((level) => `${id}:${level}`))
    expect((await climbed()).toSorted()).toEqual(once.toSorted())
    const alarms = carrier.accepted.filter(({ text }) => text?.includes('nobody has taken'))
    expect(alarms.map(({ to }) => to).toSorted()).toEqual(
      [...ON_CALL, ...admins.map(({ phone_number }) => phone_number)].toSorted(),
    )
  },
)
