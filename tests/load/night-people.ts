import type { AcceptedMessage, FakeCarrier } from '../harness/carrier/fake-carrier.ts'
import { random } from '../harness/random.ts'

/** A relative of the simulated night. */
export interface Sleeper {
  phone: string
  has_whatsapp: boolean
  /** Sees no message, and hears no call before the second one. */
  asleep: boolean
  /** Seconds from a delivered message to the look at it; from the ringing to the answer. */
  looks_after: number
  answers_after: number
}

/** How one relative was reached in one arm. */
export interface Outcome {
  person: Sleeper
  pressed_ms: number
  /** When the person knew; null while they do not. */
  reached_ms: number | null
  calls: number
  /** Calls that were placed more than 5 s after the person had confirmed. */
  calls_too_many: number
}

/** What people and networks do: assumptions, the same in both arms. Seconds. */
const ASSUMED = {
  sms_takes: [2, 8],
  whatsapp_takes: [1, 3],
  looks_after: [5, 90],
  rings_after: [2, 4],
  answers_after: [4, 14],
  rings_in_vain: 25,
  listens: 12,
} as const

/** So many people, a third without WhatsApp and a fifth asleep, the same for each seed. */
export function createPeople(count: number, seed: number): Sleeper[] {
  const dice = random(seed)
  const between = ([least, most]: readonly [number, number]) => least + (dice.below(1_000) / 1_000) * (most - least)
  return Array.from({ length: count }, (_, n) => ({
    phone: String(9_300_000_000 + n),
    has_whatsapp: dice.chance(2 / 3),
    asleep: dice.chance(1 / 5),
    looks_after: between(ASSUMED.looks_after),
    answers_after: between(ASSUMED.answers_after),
  }))
}

interface Reaction {
  carrier: FakeCarrier
  /** Address of our server. */
  url: string
  outcomes: ReadonlyMap<string, Outcome>
  /** After so many seconds, unless the benchmark is over. */
  later: (seconds: number, act: () => Promise<unknown>) => void
}

const middle = ([least, most]: readonly [number, number]) => (least + most) / 2

/** What the network and the person do with a message or call that the carrier took. */
export function react({ carrier, url, outcomes, later }: Reaction, message: AcceptedMessage): void {
  const outcome = outcomes.get(message.to)
  if (!outcome) return
  const { person } = outcome
  const hook =
    message.provider === 'msg91'
      ? { url: `${url}/api/receipts/msg91/${message.channel === 'whatsapp' ? 'whatsapp/' : ''}` }
      : {}
  const report = (...statuses: Parameters<FakeCarrier['sendReceipt']>[1]['statuses']) =>
    carrier.sendReceipt(message, { statuses, ...hook })
  const reach = () => (outcome.reached_ms ??= performance.now())

  if (message.channel === 'voice') {
    if (outcome.reached_ms !== null && performance.now() - outcome.reached_ms > 5_000) outcome.calls_too_many++
    outcome.calls++
    const hears = !person.asleep || outcome.calls >= 2
    const ring = middle(ASSUMED.rings_after)
    later(ring, () => report('ringing'))
    if (!hears) return later(ring + ASSUMED.rings_in_vain, () => report('no_answer'))
    later(ring + person.answers_after, () => report('answered'))
    return later(ring + person.answers_after + ASSUMED.listens, () => {
      reach()
      return carrier.pressKey(message, '1')
    })
  }
  if (message.channel === 'whatsapp' && !person.has_whatsapp) return later(1, () => report('failed'))
  const takes = middle(message.channel === 'sms' ? ASSUMED.sms_takes : ASSUMED.whatsapp_takes)
  later(takes, () => report('delivered'))
  if (person.asleep) return
  later(takes + person.looks_after, () => {
    reach()
    const token = /\/t\/([\w-]{22})/.exec(JSON.stringify(message))?.[1]
    return fetch(`${url}/t/${token}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  })
}
