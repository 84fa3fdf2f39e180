import { sql } from 'kysely'
import type { Plan } from '../../../contracts/plans.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { addTerm, endOfTerm } from './add-term.ts'
import { todayInIndia } from '../../../platform/database/india-sql.ts'

interface Extension {
  user_id: number
  plan: Plan
  coupon_id: number | null
  /** The end the caller has seen; when it is another by now, nothing is renewed. */
  expected_end?: string
}

/**
 * Adds one more term in the caller's transaction, from today or from the day after the last one ends, whichever is
 * later. The profile shows from when to when the person is covered without a gap. Throws NOT_FOUND for others than
 * active subscribers, and CONFLICT when the end is not the expected one.
 */
export async function extendPlan(db: Tx, { expected_end, ...extension }: Extension): Promise<void> {
  const profile = await db
    .selectFrom('subscriber_profiles as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('p.ending_date')
    .select(sql<boolean>`p.ending_date + 1 >= ${todayInIndia}`.as('without_gap'))
    .where('p.user_id', '=', extension.user_id)
    .where('u.role', '=', 'user')
    .where('u.deleted_at', 'is', null)
    .forNoKeyUpdate('p')
    .executeTakeFirst()
  if (!profile) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  if (expected_end !== undefined && expected_end !== profile.ending_date) {
    throw new DomainError('CONFLICT', TEXTS.renewal_meanwhile)
  }
  const start = sql<string>`greatest(${todayInIndia}, ${profile.ending_date}::date + 1)`
  // A renewed plan needs no reminder of the term before.
  await db
    .updateTable('subscriptions')
    .set({ next_reminder_on: null })
    .where('user_id', '=', extension.user_id)
    .where('next_reminder_on', 'is not', null)
    .execute()
  await addTerm(db, { ...extension, start, creator_coupon_id: null })
  await db
    .updateTable('subscriber_profiles')
    .set({ ending_date: endOfTerm(start), ...(profile.without_gap ? {} : { start_date: start }) })
    .where('user_id', '=', extension.user_id)
    .execute()
}
