import { sql } from 'kysely'
import type { Subscription } from '../../../contracts/plans.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { planOf } from './plan-of.ts'
import { todayInIndia } from '../../../platform/database/india-sql.ts'

/** The plan of an active subscriber with all its terms; with scope `own` only the caller's own exists (NOT_FOUND). */
export async function readSubscription({
  ctx,
  input: { id },
}: VerbArgs<{ id: number }, ScopedCtx>): Promise<Subscription> {
  if (ctx.scope !== 'all' && id !== ctx.actor.id) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  const [profile, today, terms] = await Promise.all([
    ctx.db
      .selectFrom('subscriber_profiles as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select('p.ending_date')
      .select(sql<number>`p.ending_date - ${todayInIndia}`.as('days_left'))
      .where('p.user_id', '=', id)
      .where('u.deleted_at', 'is', null)
      .executeTakeFirst(),
    planOf(ctx.db, id, new Date()),
    ctx.db
      .selectFrom('subscriptions as s')
      .leftJoin('coupons as c', 'c.id', 's.coupon_id')
      .select(['s.id', 's.plan', 's.start_date', 's.end_date', 's.ride_used_at', 'c.serial_number'])
      .where('s.user_id', '=', id)
      .orderBy('s.end_date', 'desc')
      .orderBy('s.id', 'desc')
      .execute(),
  ])
  if (!profile) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  return {
    ...profile,
    today,
    terms: terms.map((term) => ({ ...term, ride_used_at: term.ride_used_at?.toISOString() ?? null })),
  }
}
