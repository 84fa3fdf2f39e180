import { sql } from 'kysely'
import { call } from './api.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** The terms of subscribers, their renewal by an admin, and days in India. */
export function termCalls(world: World, admin: Person) {
  /** The day so many days from today in India. */
  async function dayIn(days: number): Promise<string> {
    const found = await sql<{ day: string }>`
      select (now() at time zone 'Asia/Kolkata')::date + ${days}::int as day`.execute(world.db)
    return found.rows[0]!.day
  }
  const terms = (user_id: number) =>
    world.db
      .selectFrom('subscriptions')
      .select(['start_date', 'end_date', 'plan', 'ride_used_at', 'coupon_id'])
      .where('user_id', '=', user_id)
      .orderBy('end_date')
      .execute()
  const renew = (id: number, body: object) => call(world.url, `/api/users/${id}/renew/`, { body, access: admin.access })

  return { dayIn, terms, renew }
}
