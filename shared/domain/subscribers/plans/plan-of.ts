import { sql } from 'kysely'
import { type Entitlement, type Plan, PLAN_KM } from '../../../contracts/plans.ts'
import type { Db } from '../../../platform/database/database.ts'
import { dayInIndia } from '../../../platform/database/india-sql.ts'

interface Term {
  plan: Plan
  end_date: string
  ride_used_at: Date | null
  expired: boolean
}

/** Whether a plan pays for an ambulance that far away: not when it is expired or its ride is used. Null without a plan. */
export const isInsidePlan = (plan: Entitlement | null, distance_km: number): boolean | null =>
  plan && !plan.expired && !plan.ride_used && distance_km <= plan.km

/**
 * What a subscriber's plan pays for on the day (in India) of a moment: the term that covers it, else the last one
 * before it, which has expired. Null without a subscriber or a term. It never blocks an ambulance.
 */
export async function planOf(db: Db, user_id: number | null, moment: Date): Promise<Entitlement | null> {
  if (user_id === null) return null
  const found = await sql<Term>`
    select plan, end_date, ride_used_at, end_date < day as expired
    from subscriptions, lateral (select ${dayInIndia(sql`${moment}::timestamptz`)} as day) on_day
    where user_id = ${user_id} and start_date <= day
    order by end_date desc, id desc limit 1`.execute(db)
  const term = found.rows[0]
  if (!term) return null
  return {
    name: term.plan,
    km: PLAN_KM[term.plan],
    ride_used: term.ride_used_at !== null,
    ride_used_at: term.ride_used_at?.toISOString() ?? null,
    valid_to: term.end_date,
    expired: term.expired,
  }
}
