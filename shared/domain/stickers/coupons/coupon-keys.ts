import { sql } from 'kysely'
import type { COUPON_STATUSES } from '../../../contracts/coupons.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import type { Db } from '../../../platform/database.ts'
import { beyondId, direction, type IdKey } from '../../ground/lists/order.ts'
import { cappedCount, type Found, type Range } from '../../ground/lists/read-page.ts'
import type { Search } from '../../ground/lists/search-keys.ts'
import { SYNTHETIC_COUPON } from '../../ground/synthetic/synthetic-sticker.ts'
import { readTally } from '../../ground/tallies/read-tallies.ts'

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
      order by ${inOrder(filters, range)} limit ${range.limit} offset ${range.offset}`.execute(db),
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
  /** All matches through the trigram index; the fence keeps the planner from starting with all coupons of a status. */
  const hits = (most: number) => sql`
    select c.id from (select * from coupons c where ${codes} like ${term.pattern} offset 0) c
    where ${within(filters)} limit ${most}`

  async function near(range: Range<IdKey>, window: number) {
    const order = direction(range)
    const most = Math.max(range.offset + range.limit, window)
    const looked = await sql<{ seen: number; ids: number[] | null }>`
      with near as materialized (
        select c.id, c.serial_number, c.coupon_code from coupons c where ${within(filters)} and ${beyondId('c.id', range)}
        order by ${inOrder(filters, range)} limit ${window}
      ), match as (
        select c.id from near c where ${codes} like ${term.pattern} order by c.id ${order} limit ${most}
      )
      select (select count(*) from near) as seen, (select json_agg(id order by id ${order}) from match) as ids`.execute(
      db,
    )
    return { seen: looked.rows[0]!.seen, keys: toKeys(looked.rows[0]!.ids) }
  }

  async function gather(range: Range<IdKey>, most: number) {
    const order = direction(range)
    const gathered = await sql<{ found: number; ids: number[] | null }>`
      with hits as materialized (${hits(most)}), match as (
        select c.id from hits c where ${beyondId('c.id', range)}
        order by c.id ${order} limit ${range.limit} offset ${range.offset}
      )
      select (select count(*) from hits) as found, (select json_agg(id order by id ${order}) from match) as ids`.execute(
      db,
    )
    return { found: gathered.rows[0]!.found, keys: toKeys(gathered.rows[0]!.ids) }
  }

  async function count(most: number) {
    const counted = await sql<{ found: number }>`select count(*) as found from (${hits(most)}) match`.execute(db)
    return counted.rows[0]!.found
  }

  return {
    near,
    indexed: term.indexable ? { gather, count } : null,
    async sample(rows) {
      const looked = await sql<{ seen: number; found: number }>`
        select count(*) as seen, count(*) filter (where ${codes} like ${term.pattern}) as found from (
          select c.serial_number, c.coupon_code from coupons c where ${within(filters)} limit ${rows}) c`.execute(db)
      return looked.rows[0]!
    },
  }
}

const toKeys = (ids: number[] | null): IdKey[] => (ids ?? []).map((id): IdKey => [id])

/**
 * By id, and by the status that all rows have: only the index of statuses gives that order. By id alone the planner
 * would take the newest coupons one by one, and half a million of them may be unsold.
 */
const inOrder = ({ status }: CouponFilters, range: Range<IdKey>) =>
  status
    ? sql`c.status ${range.backwards ? sql`desc` : sql`asc`}, c.id ${direction(range)}`
    : sql`c.id ${direction(range)}`

/** The condition of the filters on coupons as `c`. */
export function within({ status, owner }: CouponFilters) {
  const conditions = [
    sql<boolean>`c.id > ${sql.lit(SYNTHETIC_COUPON)}`,
    // Said as a range: an equation would let the planner forget the status in the order.
    status ? sql<boolean>`c.status between ${status} and ${status}` : null,
    owner === null ? null : sql<boolean>`c.user_id = ${owner}`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}
