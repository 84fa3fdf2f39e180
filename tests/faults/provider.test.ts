import { expect } from 'vitest'
import { carried, createCrew } from '../harness/crew.ts'
import type { Behaviour, BehaviourOptions } from '../harness/fake-carrier.ts'
import { faultRow } from '../harness/fault-row.ts'
import { createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { startWorker } from '@tvarit/worker/worker'
import { createLog } from '@tvarit/shared/platform/log'

const FAILURES: [Behaviour, BehaviourOptions][] = [
  ['error_500', {}],
  ['rate_limited', { retry_after_seconds: 2 }],
  ['error_body', {}],
  ['accept_then_drop', {}],
  ['hang', {}],
  ['slow', { delay_ms: 30_000 }],
]

faultRow(
  {
    row: 15,
    fault: 'first SMS provider answers 500, 429, an error as success, takes and drops, hangs, is 30 s slow',
    promised: 'every relative is told once through the second one, and the broken one is not stormed',
  },
  async () => {
    await using crew = await createCrew({ providers: ['twilio', 'msg91'] })
    const { world, carrier } = crew
    const phones: string[] = []
    const stories: string[] = []
    for (const [behaviour, options] of FAILURES) {
      carrier.mode('twilio', behaviour, options)
      // Each with a worker of its own: what one has learned of a provider must not help the next.
      const worker = startWorker(world.config, createLog('test', 'silent'))
      await worker.ready
      const before = carrier.calls.twilio
      const subscribers = await Promise.all(Array.from({ length: 5 }, () => createSubscriber(world)))
      await Promise.all(subscribers.map(({ sticker }) => press(world.url, sticker.token)))
      phones.push(...subscribers.flatMap(({ relatives }) => relatives))
      await until(
        'all are sent',
        async () => {
          const rows = await world.db.selectFrom('messages').select('state').execute()
          return rows.length === phones.length && rows.every(({ state }) => state === 'sent')
        },
        30_000,
      )
      stories.push(`${behaviour}: ${carrier.calls.twilio - before} calls`)
      // Ten messages at once may all be on their way before the first has failed; more would be a storm.
      expect(carrier.calls.twilio - before).toBeLessThanOrEqual(20)
      await worker.stop()
    }
    expect(carrier.unexpected).toEqual([])
    const { none, doubles } = carried(carrier, phones)
    return { happened: `10 messages each; ${stories.join(', ')}`, acknowledged: phones.length, lost: none, doubles }
  },
)

faultRow(
  {
    row: 16,
    fault: 'delivery receipts late, doubled, out of order and forged',
    promised: 'a delivered message stays delivered; a forged receipt is refused and changes nothing',
  },
  async () => {
    await using crew = await createCrew()
    const { world, carrier } = crew
    await crew.startWorker()
    const { sticker } = await createSubscriber(world)
    await press(world.url, sticker.token)
    await crew.untilSent(2)
    const [first, second] = carrier.accepted
    const states = async () =>
      (await world.db.selectFrom('messages').select(['to_phone', 'state']).orderBy('id').execute()).map(
        ({ to_phone, state }) => `${to_phone === first!.to ? 'first' : 'second'} ${state}`,
      )
    for (const proof of ['wrong', 'missing'] as const) {
      expect(await carrier.sendReceipt(second!, { statuses: ['delivered', 'failed'], proof })).toEqual([403, 403])
    }
    const answers = await carrier.sendReceipt(first!, {
      statuses: ['sent', 'delivered', 'delivered', 'failed', 'sent'],
    })
    expect(answers.every((status) => status < 300)).toBe(true)
    const found = (await states()).toSorted()
    const wrong = found.join() === 'first delivered,second sent' ? 0 : 1
    return { happened: found.join(', '), acknowledged: 2, lost: wrong, doubles: 0 }
  },
)
