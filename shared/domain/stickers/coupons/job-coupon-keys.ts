import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { beyondId, direction, type IdKey } from '../../ground/lists/order.ts'
import type { Found, Range } from '../../ground/lists/read-page.ts'
import { type CouponFilters, within } from './coupon-keys.ts'

/**
 * The coupons of one bulk job: at most 5,000, so they are read along their index, whatever else is asked, and counted
 * exactly. The fence keeps the planner from starting with all coupons of a status or with the trigrams.
 */
export async function jobCouponKeys(
  db: Db,
  range: Range<IdKey>,
  filters: CouponFilters & { bulk_job_id: number },
  pattern: string | null,
): Promise<Found<IdKey>> {
  const matching = sql`(
      select id, serial_number, coupon_code, status, user_id from coupons
      where bulk_job_id = ${filters.bulk_job_id} offset 0
    ) c
    where ${within(filters)}
      and ${pattern === null ? sql`true` : sql`(c.serial_number || ' ' || c.coupon_code) like ${pattern}`}`
  const [keys, counted] = await Promise.all([
    sql<{ id: number }>`
      select c.id from ${matching} and ${beyondId('c.id', range)}
      order by c.id ${direction(range)} limit ${range.limit} offset ${range.offset}`.execute(db),
    sql<{ found: number }>`select count(*) as found from ${matching}`.execute(db),
  ])
  return { keys: keys.rows.map((row): IdKey => [row.id]), count: counted.rows[0]!.found, capped: false }
}
