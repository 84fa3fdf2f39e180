import { expect } from 'vitest'
import { assign, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { createCrew, type Crew } from '../harness/crew.ts'
import type { Behaviour } from '../harness/carrier/fake-carrier.ts'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { createHospital, sendTo } from '../harness/handovers.ts'
import { createPerson, createSubscriber, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'

/** Distinct messages the carrier took, those it took twice, and those it never got. */
function count(crew: Crew, expected: number): { lost: number; doubles: number } {
  const all = crew.carrier.accepted.map(({ to, text, template_id }) => `${to} ${text ?? template_id}`)
  const once = new Set(all).size
  return { lost: Math.max(0, expected - once), doubles: all.length - once }
}

const messages = ({ world }: Crew) =>
  world.db.selectFrom('messages').select(['to_phone', 'state', 'uncertain', 'attempts']).execute()

async function pressAll(crew: Crew, presses: number): Promise<void> {
  const subscribers = await Promise.all(Array.from({ length: presses }, () => createSubscriber(crew.world)))
  const answers = await Promise.all(subscribers.map(({ sticker }) => press(crew.world.url, sticker.token)))
  expect(answers.every(({ http }) => http === 201)).toBe(true)
}

/** An ambulance and a hospital for an alert, each ordered twice as after a lost answer. Eight messages in all. */
async function rescue(crew: Crew): Promise<void> {
  const { world } = crew
  const person = await createPerson(world, 'staff')
  const { id } = await raisedAlert(world)
  const ambulance = await createAmbulance(world)
  const hospital = await createHospital(world)
  for (let again = 0; again < 2; again++) {
    await assign(world, person, id, { ambulance_id: ambulance.id })
    await sendTo(world, person, id, { hospital_id: hospital.id })
  }
}

const MOMENTS: [Behaviour, string][] = [
  ['hang', 'before the provider took the messages'],
  ['accept_then_hang', 'after the provider took the messages and before noting it; it can be asked'],
]
for (const [behaviour, moment] of MOMENTS) {
  faultRow(
    {
      row: 11,
      fault: `worker killed ${moment}`,
      promised: 'relatives, drivers and hospitals get each message once',
    },
    async () => {
      await using crew = await createCrew()
      crew.carrier.mode('twilio', behaviour)
      const alerts = 2 * ROUNDS
      for (let n = 0; n < alerts; n++) await rescue(crew)
      const worker = await crew.startWorker()
      await until('calls hang at the provider', () => crew.carrier.calls.twilio >= 14)
      await worker.kill()
      const in_flight = (await messages(crew)).filter(({ state }) => state === 'sending').length
      crew.carrier.mode('twilio', 'ok')
      await crew.startWorker()
      await crew.untilSent(alerts * 8)
      return {
        happened: `${in_flight} calls on their way at the kill`,
        acknowledged: alerts * 8,
        ...count(crew, alerts * 8),
      }
    },
  )
}

faultRow(
  {
    row: 11,
    fault: 'the same with a provider that cannot be asked',
    promised: 'everybody is notified; what may have gone out twice was on its way at the kill and says "uncertain"',
  },
  async () => {
    await using crew = await createCrew({ providers: ['msg91'] })
    crew.carrier.mode('msg91', 'accept_then_hang')
    const worker = await crew.startWorker()
    await pressAll(crew, 3)
    await until('the provider has them', () => crew.carrier.accepted.length >= 6)
    const in_flight = crew.carrier.accepted.length
    await worker.kill()
    crew.carrier.mode('msg91', 'ok')
    await crew.startWorker()
    await crew.untilSent(6)
    const flagged = new Set((await messages(crew)).filter(({ uncertain }) => uncertain).map(({ to_phone }) => to_phone))
    const times = Map.groupBy(crew.carrier.accepted, ({ to }) => to)
    const twice = [...times].filter(([, all]) => all.length > 1)
    const beyond = twice.reduce((sum, [, all]) => sum + all.length - 1, 0)
    const unflagged = twice.filter(([phone]) => !flagged.has(phone)).length
    return {
      happened: `${beyond} of ${in_flight} on their way went out twice, all flagged: the one window there is`,
      acknowledged: 6,
      lost: 6 - times.size,
      doubles: unflagged + Math.max(0, beyond - in_flight),
    }
  },
)

for (const redis of [false, true]) {
  faultRow(
    {
      row: 11,
      fault: `worker killed again and again while relatives are notified, queues on ${redis ? 'Redis' : 'PostgreSQL'}`,
      promised: 'every relative is notified once',
    },
    async () => {
      await using crew = await createCrew({ redis })
      crew.carrier.mode('twilio', 'slow', { delay_ms: 120 })
      const relatives = 30
      await pressAll(crew, relatives / 2)
      const kills = 2 + ROUNDS
      for (let round = 0; round < kills; round++) {
        const worker = await crew.startWorker()
        const before = crew.carrier.calls.twilio
        await until('some are being sent, or all have been', async () => {
          const rows = await messages(crew)
          return (
            crew.carrier.calls.twilio > before ||
            (rows.length === relatives && rows.every((row) => row.state === 'sent'))
          )
        })
        await worker.kill()
      }
      await crew.startWorker()
      await crew.untilSent(relatives)
      return { happened: `${kills} kills`, acknowledged: relatives, ...count(crew, relatives) }
    },
  )
}

faultRow(
  {
    row: 12,
    fault: 'worker killed three times on the same message',
    promised: 'it is sent all the same, once, within its own count of attempts',
  },
  async () => {
    await using crew = await createCrew()
    const { sticker } = await createSubscriber(crew.world, { relatives: [newPhone()] })
    crew.carrier.mode('twilio', 'hang')
    await press(crew.world.url, sticker.token)
    for (let kill = 0; kill < 3; kill++) {
      const worker = await crew.startWorker()
      const before = crew.carrier.calls.twilio
      await until('the call hangs at the provider', () => crew.carrier.calls.twilio > before)
      await worker.kill()
    }
    crew.carrier.mode('twilio', 'ok')
    await crew.startWorker()
    await crew.untilSent(1)
    const [message] = await messages(crew)
    expect(message!.attempts).toBeLessThanOrEqual(8)
    return { happened: `sent with attempt ${message!.attempts}`, acknowledged: 1, ...count(crew, 1) }
  },
)

faultRow(
  {
    row: 27,
    fault: 'alerts nobody takes, two workers, both killed while alerts climb',
    promised: 'each alert climbs each level once, each number is called once',
  },
  async () => {
    const on_call = [newPhone(), newPhone()]
    await using crew = await createCrew({ settings: { ON_CALL_NUMBERS: on_call.join(',') } })
    const { world, carrier } = crew
    carrier.mode('twilio', 'accept_then_hang')
    const admins = [await createPerson(world, 'admin', 'Meera'), await createPerson(world, 'admin', 'Kiran')]
    const alerts = await Promise.all(Array.from({ length: 60 }, () => raisedAlert(world, { relatives: [] })))
    await world.advanceTime(121_000)
    const climbed = async () => {
      const events = await world.db
        .selectFrom('alert_events')
        .select(['alert_id', 'detail'])
        .where('kind', '=', 'escalated')
        .execute()
      return events.map(({ alert_id, detail }) => `${alert_id}:${(detail as { level: number }).level}`)
    }
    const [first, second] = await Promise.all([crew.startWorker(), crew.startWorker()])
    await until('the climb has begun', async () => (await climbed()).length > 20)
    await first.kill()
    await until('calls hang at the provider', () => carrier.calls.twilio > 0)
    await second.kill()
    carrier.mode('twilio', 'ok')
    await Promise.all([crew.startWorker(), crew.startWorker()])
    await until('all have climbed', async () => (await climbed()).length >= alerts.length * 3)
    await crew.untilSent(4)
    const steps = await climbed()
    const called = carrier.accepted.filter(({ text }) => text?.includes('alerts not claimed')).map(({ to }) => to)
    const numbers = [...on_call, ...admins.map(({ phone_number }) => phone_number)]
    return {
      happened: `${steps.length} steps of ${alerts.length} alerts, ${called.length} calls to ${numbers.length} numbers`,
      acknowledged: alerts.length,
      lost: alerts.length * 3 - new Set(steps).size + numbers.filter((phone) => !called.includes(phone)).length,
      doubles: steps.length - new Set(steps).size + called.length - new Set(called).size,
    }
  },
)
