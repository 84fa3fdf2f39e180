import { expect } from 'vitest'
import type { PhoneChannel } from '@tvarit/shared/contracts/messages'
import { startWorker } from '@tvarit/worker/worker'
import { createLog } from '@tvarit/shared/platform/log/log'
import type { Behaviour, BehaviourOptions } from '../harness/carrier/fake-carrier.ts'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { type PhoneWorld, phoneWorld } from '../harness/phone-messages.ts'
import { startProcess } from '../harness/processes.ts'
import { until } from '../harness/until.ts'

const FAILURES: [Behaviour, BehaviourOptions][] = [
  ['error_500', {}],
  ['rate_limited', { retry_after_seconds: 2 }],
  ['error_body', {}],
  ['accept_then_drop', {}],
  ['hang', {}],
  ['slow', { delay_ms: 30_000 }],
]
const CHANNELS = [
  {
    channel: 'sms',
    what: 'SMS',
    first: 'twilio',
    providers: { sms: ['twilio', 'msg91'] },
    forged: ['delivered', 'failed'],
    disordered: ['sent', 'delivered', 'delivered', 'failed', 'sent'],
    final: 'delivered',
  },
  {
    channel: 'voice',
    what: 'call',
    first: 'twilio voice',
    providers: { voice: ['twilio', 'exotel'] },
    forged: ['answered', 'busy'],
    disordered: ['completed', 'ringing', 'answered', 'ringing', 'failed', 'no_answer', 'sent'],
    final: 'confirmed',
  },
  {
    channel: 'whatsapp',
    what: 'WhatsApp message',
    first: 'twilio whatsapp',
    providers: { whatsapp: ['twilio', 'msg91'] },
    forged: ['read', 'failed'],
    disordered: ['read', 'delivered', 'read', 'failed', 'sent', 'delivered'],
    final: 'read',
  },
] as const

const many = (phones: PhoneWorld, channel: PhoneChannel, count: number) =>
  Promise.all(Array.from({ length: count }, () => phones.message(channel)))
const untilAll = (phones: PhoneWorld, made: { id: number }[], state: string, within_ms?: number) =>
  until(
    `all are ${state}`,
    async () => {
      const ids = made.map(({ id }) => id)
      const rows = await phones.world.db.selectFrom('messages').select('state').where('id', 'in', ids).execute()
      return rows.every((row) => row.state === state)
    },
    within_ms,
  )
/** Numbers that got nothing by this channel, and what was beyond one for a number. */
function taken({ carrier }: PhoneWorld, made: { to: string }[], channel: PhoneChannel) {
  const mine = carrier.accepted.filter((message) => message.channel === channel)
  const reached = new Set(mine.map(({ to }) => to))
  return { lost: made.filter(({ to }) => !reached.has(to)).length, doubles: mine.length - reached.size }
}

for (const { channel, what, first, providers, forged, disordered, final } of CHANNELS) {
  faultRow(
    {
      row: 15,
      fault: `first provider (${what}) answers 500, 429, an error as success, takes and drops, hangs, is 30 s slow`,
      promised: `every ${what} goes out once through the second one, and the broken one is not stormed`,
    },
    async () => {
      await using phones = await phoneWorld(mutable(providers), { worker: false })
      const { world, carrier } = phones
      const made: { id: number; to: string }[] = []
      const stories: string[] = []
      for (const [behaviour, options] of FAILURES) {
        carrier.mode(first, behaviour, options)
        // Each with a worker of its own: what one has learned of a provider must not help the next.
        const worker = startWorker(world.config, createLog('test', 'silent'))
        try {
          await worker.ready
          const before = carrier.calls[first]
          // Ten at once keep a busy machine so long that a provider's three seconds end before it is asked what it took.
          for (const _half of [1, 2]) {
            made.push(...(await many(phones, channel, 5)))
            // A provider that is waited for until it gives up takes longer than this.
            await untilAll(phones, made, 'sent', 50_000)
          }
          stories.push(`${behaviour}: ${carrier.calls[first] - before} tries`)
          expect(carrier.calls[first] - before).toBeLessThanOrEqual(20)
        } finally {
          await worker.stop()
        }
      }
      expect(carrier.unexpected).toEqual([])
      return { happened: `10 each; ${stories.join(', ')}`, acknowledged: made.length, ...taken(phones, made, channel) }
    },
  )

  faultRow(
    {
      row: 16,
      fault: `receipts (${what}) late, doubled, out of order and forged`,
      promised: 'what a person did stays; a forged receipt is rejected and changes nothing',
    },
    async () => {
      await using phones = await phoneWorld(mutable(providers))
      const { carrier } = phones
      const both = await many(phones, channel, 2)
      const [one, other] = both
      await untilAll(phones, both, 'sent')
      const [real] = phones.taken(one!.to, channel)
      const [target] = phones.taken(other!.to, channel)
      for (const proof of ['wrong', 'missing'] as const) {
        expect(await carrier.sendReceipt(target!, { statuses: [...forged], proof })).toEqual([403, 403])
        if (channel === 'voice') expect((await carrier.pressKey(target!, '1', { proof })).status).toBe(403)
      }
      if (channel === 'voice') expect((await carrier.pressKey(real!, '1')).status).toBe(200)
      const answers = await carrier.sendReceipt(real!, { statuses: [...disordered] })
      expect(answers.every((status) => status < 300)).toBe(true)
      const found = [(await phones.row(one!.id)).state, (await phones.row(other!.id)).state]
      const lost = found.join() === `${final},sent` ? 0 : 1
      const doubles = carrier.accepted.length - 2
      return { happened: found.join(', '), acknowledged: 2, lost, doubles }
    },
  )
}

faultRow(
  {
    row: 15,
    fault: 'every provider of WhatsApp is dead, and reports failures twice of what it took before',
    promised: 'each message goes out as SMS, once',
  },
  async () => {
    await using phones = await phoneWorld({ whatsapp: ['twilio', 'msg91'] })
    const { carrier } = phones
    const before = await many(phones, 'whatsapp', 5)
    await untilAll(phones, before, 'sent')
    for (const lane of ['twilio whatsapp', 'msg91 whatsapp'] as const) carrier.mode(lane, 'error_500')
    const after = await many(phones, 'whatsapp', 5)
    const reports = before.flatMap(({ to }) => [phones.taken(to, 'whatsapp')[0]!, phones.taken(to, 'whatsapp')[0]!])
    await Promise.all(reports.map((message) => carrier.sendReceipt(message, { statuses: ['failed', 'failed'] })))
    const made = [...before, ...after]
    const sms = () => carrier.accepted.filter((message) => message.channel === 'sms').map(({ to }) => to)
    await until('all have an SMS', () => made.every(({ to }) => sms().includes(to)))
    const doubles = sms().length - new Set(sms()).size
    return { happened: '5 that no provider took, 5 that failed by receipt', acknowledged: 10, lost: 0, doubles }
  },
)

const ASKED = [
  { channel: 'voice', what: 'a call by Twilio', lane: 'twilio voice', behaviours: ['hang', 'accept_then_hang'] },
  { channel: 'voice', what: 'a call by Exotel', lane: 'exotel voice', behaviours: ['accept_then_hang'] },
  { channel: 'whatsapp', what: 'a WhatsApp message', lane: 'twilio whatsapp', behaviours: ['accept_then_hang'] },
] as const
for (const { channel, what, lane, behaviours } of ASKED) {
  const providers = { [channel]: [lane.split(' ')[0]] } as Providers
  for (const behaviour of behaviours) {
    faultRow(
      {
        row: 11,
        fault: `worker killed ${behaviour === 'hang' ? 'before' : 'after'} the provider took ${what}`,
        promised: 'it goes out once: the provider is asked first',
      },
      async () => {
        await using phones = await phoneWorld(providers, { worker: false })
        const { carrier, world } = phones
        carrier.mode(lane, behaviour)
        const count = 6 * ROUNDS
        const made = await many(phones, channel, count)
        const worker = await startProcess('worker', world.environment)
        await until('some are on their way', () => carrier.calls[lane] >= 5)
        await worker.kill()
        carrier.mode(lane, 'ok')
        const next = await startProcess('worker', world.environment)
        await untilAll(phones, made, 'sent')
        await next.kill()
        return {
          happened: `${count} made, ${carrier.lookups} times asked`,
          acknowledged: count,
          ...taken(phones, made, channel),
        }
      },
    )
  }
}

faultRow(
  {
    row: 11,
    fault: 'the alert is closed while the providers of calls are dead, and the worker killed',
    promised: 'nobody is called after the alert was closed',
  },
  async () => {
    await using phones = await phoneWorld({ voice: ['twilio', 'exotel'] }, { worker: false })
    const { carrier, world } = phones
    for (const lane of ['twilio voice', 'exotel voice'] as const) carrier.mode(lane, 'error_500')
    const alert_id = await phones.alert()
    const made = await Promise.all(Array.from({ length: 5 }, () => phones.message('voice', { alert_id })))
    const worker = await startProcess('worker', world.environment)
    await until('calls are tried', () => carrier.calls['exotel voice'] >= 3)
    await worker.kill()
    await world.db.updateTable('alerts').set({ status: 'ATTENDED' }).where('id', '=', alert_id).execute()
    for (const lane of ['twilio voice', 'exotel voice'] as const) carrier.mode(lane, 'ok')
    const next = await startProcess('worker', world.environment)
    await untilAll(phones, made, 'cancelled')
    await next.kill()
    return { happened: '5 calls cancelled', acknowledged: 5, lost: 0, doubles: carrier.accepted.length }
  },
)

type Providers = Parameters<typeof phoneWorld>[0]
function mutable(providers: (typeof CHANNELS)[number]['providers']): Providers {
  return Object.fromEntries(Object.entries(providers).map(([channel, names]) => [channel, [...names]]))
}
