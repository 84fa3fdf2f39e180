import { sql } from 'kysely'
import type { COUPON_STATUSES } from '../../contracts/coupons.ts'
import { LIMITS } from '../../contracts/limits.ts'
import type { Db } from '../../platform/database.ts'
import { beyondId, direction, type IdKey } from '../lists/order.ts'
import { cappedCount, type Found, type Range } from '../lists/read-page.ts'
import type { Search } from '../lists/search-keys.ts'
import { readTally } from '../tallies/read-tallies.ts'

export interface CouponFilters {
  status: (typeof COUPON_STATUSES)[number] | undefined
  /** Only those of this person. */
  owner: number | null
}

/** Without a search: straight along an index. How many there are of each status is a tally. */
export async function couponKeys(db: Db, range: Range<IdKey>, filters: CouponFilters): Promise<Found<IdKey>> {
  const [keys, counted] = await Promise.all([
    sql<{ id: number }>`
      select c.id from coupons c where ${within(filters)} and ${beyondId('c.id', range)}
      order by c.id ${direction(range)} limit ${range.limit} offset ${range.offset}`.execute(db),
    filters.owner === null
      ? readTally(db, ...tallies(filters.status)).then((count) => ({ count, capped: false }))
      : sql<{ found: number }>`select count(*) as found from (
          select from coupons c where ${within(filters)} limit ${LIMITS.count_most + 1}) match`
          .execute(db)
          .then(({ rows }) => cappedCount(rows[0]!.found)),
  ])
  return { keys: keys.rows.map((row): IdKey => [row.id]), ...counted }
}

const tallies = (status: CouponFilters['status']) =>
  status ? ([`coupons.${status}`] as const) : (['coupons.AVAILABLE', 'coupons.USED'] as const)

/** By any part of the serial number or the coupon code. */
export function couponSearch(
  db: Db,
  term: { pattern: string; indexable: boolean },
  filters: CouponFilters,
): Search<IdKey> {
  const codes = sql`(c.serial_number || ' ' || c.coupon_code)`
  return {
    async near(range, window) {
      const order = direction(range)
      const most = Math.max(range.offset + range.limit, window > 1_000 ? 0 : window)
      const looked = await sql<{ seen: number; ids: number[] | null }>`
        with near as materialized (
          select c.id, c.serial_number, c.coupon_code from coupons c where ${within(filters)} and ${beyondId('c.id', range)}
          order by c.id ${order} limit ${window}
        ), match as (
          select c.id from near c where ${codes} like ${term.pattern} order by c.id ${order} limit ${most}
        )
        select (select count(*) from near) as seen, (select json_agg(id order by id ${order}) from match) as ids`.execute(
        db,
      )
      return { seen: looked.rows[0]!.seen, keys: toKeys(looked.rows[0]!.ids) }
    },
    indexed: term.indexable
      ? async (range, most) => {
          const order = direction(range)
          const gathered = await sql<{ found: number; ids: number[] | null }>`
            with hits as materialized (
              select c.id from coupons c where ${codes} like ${term.pattern} and ${within(filters)} limit ${most}
            ), match as (
              select c.id from hits c where ${beyondId('c.id', range)}
              order by c.id ${order} limit ${range.limit} offset ${range.offset}
            )
            select (select count(*) from hits) as found, (select json_agg(id order by id ${order}) from match) as ids`.execute(
            db,
          )
          return { found: gathered.rows[0]!.found, keys: toKeys(gathered.rows[0]!.ids) }
        }
      : null,
    async plain(most) {
      // The empty text keeps the trigram index out of it.
      const counted = await sql<{ found: number }>`
        select count(*) as found from (
          select from coupons c where (${codes} || '') like ${term.pattern} and ${within(filters)} limit ${most}) match`.execute(
        db,
      )
      return counted.rows[0]!.found
    },
  }
}

const toKeys = (ids: number[] | null): IdKey[] => (ids ?? []).map((id): IdKey => [id])

function within({ status, owner }: CouponFilters) {
  const conditions = [
    status ? sql<boolean>`c.status = ${status}` : null,
    owner === null ? null : sql<boolean>`c.user_id = ${owner}`,
  ].filter((condition) => condition !== null)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}
