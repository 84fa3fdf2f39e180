import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import type { Plan } from '../../../contracts/plans.ts'
import type { Tx } from '../../../platform/database/database.ts'

export interface NewTerm {
  user_id: number
  /** The first day; the last one is 365 days later. */
  start: RawBuilder<string>
  plan?: Plan
  coupon_id: number | null
  creator_coupon_id: number | null
}

/** Days before the end of a plan on which its subscriber is reminded. */
export const REMINDER_DAYS = [30, 7, 1] as const

/** The last day of a term that starts on this one. */
export const endOfTerm = (start: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`(${start} + ${LIMITS.term_days}::int)`

/** Writes one term with its own ride and the day of its first reminder. */
export async function addTerm(db: Tx, { start, ...term }: NewTerm): Promise<void> {
  const end_date = endOfTerm(start)
  await db
    .insertInto('subscriptions')
    .values({
      ...term,
      start_date: start,
      end_date,
      next_reminder_on: sql<string>`${end_date} - ${REMINDER_DAYS[0]}::int`,
    })
    .execute()
}
