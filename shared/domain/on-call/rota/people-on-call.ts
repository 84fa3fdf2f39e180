import { onCallAt } from '../../../contracts/on-call-plan.ts'
import type { Language } from '../../../contracts/scan.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readPlan } from './read-plan.ts'

export interface OnCallPerson {
  name: string
  phone: string
  language: Language
}

export interface OnCall {
  /** Called first. Everybody on the list when the plan names no person for now. */
  now: OnCallPerson[]
  /** Called when those do not answer. */
  others: OnCallPerson[]
  /** Seconds until each level. */
  seconds: [number, number, number]
}

/** Who is called now: the one source for escalation, dead-man switch and synthetic check. */
export async function peopleOnCall({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<OnCall> {
  const plan = await readPlan(db)
  const named = onCallAt(plan, plan.now)
  const now = plan.people.filter(({ id }) => named.includes(id))
  if (now.length > 0) {
    return { now, others: plan.people.filter((person) => !now.includes(person)), seconds: plan.seconds }
  }
  // Before the first start has taken them over, the numbers of the settings count.
  const everybody = plan.people.length > 0 ? plan.people : config.ON_CALL_NUMBERS.map(asPerson)
  return { now: everybody, others: [], seconds: plan.seconds }
}

const asPerson = (phone: string): OnCallPerson => ({ name: 'On call', phone, language: 'en' })
