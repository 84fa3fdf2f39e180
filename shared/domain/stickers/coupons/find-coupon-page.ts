import { sql } from 'kysely'
import type { CouponListInput } from '../../../contracts/coupons.ts'
import { normaliseCode } from '../../../contracts/codes.ts'
import type { ScopedCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database.ts'
import type { RowCursor } from '../../ground/lists/cursor.ts'
import { findPage, type Listed } from '../../ground/lists/find-page.ts'
import {
  asCursors,
  afterCursor,
  byCode,
  type CursorRow,
  cursorColumns,
  type Order,
  orderBy,
  orderOf,
  orderWithin,
  toCursor,
} from '../../ground/lists/order.ts'
import type { Found, Range } from '../../ground/lists/read-page.ts'
import type { Search } from '../../ground/lists/search-page.ts'
import { codeTerm } from '../../ground/lists/search-term.ts'
import { SYNTHETIC_COUPON } from '../../ground/synthetic/synthetic-coupon.ts'
import { readTally } from '../../ground/tallies/read-tallies.ts'

export type CouponFilters = Pick<CouponListInput, 'status' | 'voided'> & {
  /** Only those of this person. */
  owner: number | null
}

const CODES = sql`(c.serial_number || ' ' || c.coupon_code)`

export const couponFilters = ({ scope, actor }: ScopedCtx, { status, voided }: CouponListInput): CouponFilters => ({
  status,
  voided,
  owner: scope === 'all' ? null : actor.id,
})

/** Newest first if not asked otherwise. */
export function couponOrder({ sort = '-created_at', status, bulk_job_id }: CouponListInput): Order {
  const order = orderOf(sort, sql`c.id`, {
    serial_number: byCode(sql`c.serial_number`, normaliseCode),
    created_at: null,
  })
  // By id, and by the status that all rows have: only the index of statuses gives that order. By id alone the planner
  // would take the newest coupons one by one, and half a million of them may be unsold.
  return order.key || !status || bulk_job_id ? order : { ...order, same: sql`c.status` }
}

/**
 * Coupons as the file lists them, and those of one bulk job. These are at most 5,000, so they are read along their index,
 * whatever else is asked. The fence keeps the planner from starting with all coupons of a status or with the trigrams.
 */
export function listedCoupons(ctx: ScopedCtx, input: CouponListInput): Listed {
  const { search, bulk_job_id } = input
  const filters = couponFilters(ctx, input)
  const term = search ? codeTerm(search) : null
  const coupons = bulk_job_id ? sql`(select * from coupons where bulk_job_id = ${bulk_job_id} offset 0)` : sql`coupons`
  const matching = term ? sql`${CODES} like ${term.pattern}` : search ? sql`false` : sql`true`
  return { from: sql`${coupons} c where ${within(filters)} and ${matching}`, order: couponOrder(input) }
}

/** Without a search: straight along an index. How many there are of each status is a tally. */
export function findCouponPage(
  db: Db,
  range: Range<RowCursor>,
  filters: CouponFilters,
  order: Order,
): Promise<Found<RowCursor>> {
  const tally = () => readTally(db, ...tallies(filters.status)).then((count) => ({ count, capped: false }))
  return findPage(
    db,
    range,
    { from: sql`coupons c where ${within(filters)}`, order },
    filters.owner === null && !filters.voided ? tally : undefined,
  )
}

const tallies = (status: CouponFilters['status']) =>
  status ? ([`coupons.${status}`] as const) : (['coupons.AVAILABLE', 'coupons.USED'] as const)

/** By any part of the serial number or the coupon code. */
export function couponSearch(
  db: Db,
  term: { pattern: string; indexable: boolean },
  filters: CouponFilters,
  order: Order,
): Search<RowCursor> {
  /** All matches through the trigram index; the fence keeps the planner from starting with all coupons of a status. */
  const hits = (most: number) => sql`
    select ${cursorColumns(order)} from (select * from coupons c where ${CODES} like ${term.pattern} offset 0) c
    where ${within(filters)} limit ${most}`

  async function near(range: Range<RowCursor>, window: number) {
    const most = Math.max(range.offset + range.limit, window)
    const looked = await sql<{ seen: number; cursors: CursorRow[] | null }>`
      with near as materialized (
        select ${cursorColumns(order)}, c.serial_number, c.coupon_code from coupons c
        where ${within(filters)} and ${afterCursor(order, range)}
        order by ${orderBy(order, range)} limit ${window}
      ), match as (
        select c.key, c.id from near c where ${CODES} like ${term.pattern}
        order by ${orderBy(orderWithin(order, 'c'), range)} limit ${most}
      )
      select (select count(*) from near) as seen, (${asCursors(order, range)}) as cursors`.execute(db)
    return { seen: looked.rows[0]!.seen, cursors: (looked.rows[0]!.cursors ?? []).map(toCursor) }
  }

  async function gather(range: Range<RowCursor>, most: number) {
    const hit_order = orderWithin(order, 'hits')
    const gathered = await sql<{ found: number; cursors: CursorRow[] | null }>`
      with hits as materialized (${hits(most)}), match as (
        select key, id from hits where ${afterCursor(hit_order, range)}
        order by ${orderBy(hit_order, range)} limit ${range.limit} offset ${range.offset}
      )
      select (select count(*) from hits) as found, (${asCursors(order, range)}) as cursors`.execute(db)
    return { found: gathered.rows[0]!.found, cursors: (gathered.rows[0]!.cursors ?? []).map(toCursor) }
  }

  async function count(most: number) {
    const counted = await sql<{ found: number }>`select count(*) as found from (${hits(most)}) match`.execute(db)
    return { found: counted.rows[0]!.found, bounded: false }
  }

  return {
    near,
    indexed: term.indexable ? { gather, count } : null,
    async sample(rows) {
      const looked = await sql<{ seen: number; found: number }>`
        select count(*) as seen, count(*) filter (where ${CODES} like ${term.pattern}) as found from (
          select c.serial_number, c.coupon_code from coupons c where ${within(filters)} limit ${rows}) c`.execute(db)
      return looked.rows[0]!
    },
  }
}

/** The condition of the filters on coupons as `c`. */
function within({ status, voided, owner }: CouponFilters) {
  const conditions = [
    sql<boolean>`c.id > ${sql.lit(SYNTHETIC_COUPON)}`,
    // Said as a range: an equation would let the planner forget the status in the order.
    status ? sql<boolean>`c.status between ${status} and ${status}` : null,
    voided ? sql<boolean>`c.voided_at ${voided === 'only' ? sql`is not null` : sql`is null`}` : null,
    owner === null ? null : sql<boolean>`c.user_id = ${owner}`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}
