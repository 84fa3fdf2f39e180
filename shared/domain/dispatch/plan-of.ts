import { sql } from 'kysely'
import type { Candidates } from '../../contracts/dispatch.ts'
import type { Db } from '../../platform/database.ts'

/** Kilometres from the ambulance to the person that each plan pays for. */
const PLAN_KM = { BASIC: 10, GOLD: 15 } as const

/** What a subscriber's plan pays for; null for nobody and for people without a plan. It never blocks an ambulance. */
export async function planOf(db: Db, user_id: number | null): Promise<Candidates['plan']> {
  if (user_id === null) return null
  const row = await db
    .selectFrom('subscriber_profiles')
    .select([
      'plan',
      'ride_used_at',
      sql<boolean>`ending_date < (now() at time zone 'Asia/Kolkata')::date`.as('expired'),
    ])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (!row) return null
  return { name: row.plan, km: PLAN_KM[row.plan], ride_used: row.ride_used_at !== null, expired: row.expired }
}
