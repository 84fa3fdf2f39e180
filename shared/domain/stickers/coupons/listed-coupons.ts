import { sql } from 'kysely'
import { normaliseCode } from '../../../contracts/codes.ts'
import type { CouponListInput } from '../../../contracts/coupons.ts'
import type { ScopedCtx } from '../../../platform/context.ts'
import type { Listed } from '../../records/lists/find-page.ts'
import { byCode, type Order, orderOf } from '../../records/lists/order.ts'
import { codeTerm } from '../../records/lists/search-term.ts'
import { SYNTHETIC_COUPON } from '../../synthetic/synthetic-coupon.ts'
import { tallyCount } from '../../records/tallies/read-tallies.ts'

type Filters = Pick<CouponListInput, 'status' | 'voided'> & {
  /** Only those of this person. */
  owner: number | null
}

const CODES = sql`(c.serial_number || ' ' || c.coupon_code)`

/** Coupons, newest first if not asked otherwise; search by any part of a code. With scope `own` only the caller's. */
export function listedCoupons({ scope, actor, db }: ScopedCtx, input: CouponListInput): Listed {
  const { search, status, voided, bulk_job_id } = input
  const filters = { status, voided, owner: scope === 'all' ? null : actor.id }
  const term = search ? codeTerm(search) : null
  // Those of one bulk job are at most 5,000, so they are read along their index, whatever else is asked. The fence keeps the
  // planner from starting with all coupons of a status, the empty text from starting with the trigrams.
  const coupons = bulk_job_id ? sql`(select * from coupons where bulk_job_id = ${bulk_job_id} offset 0)` : sql`coupons`
  const matching = term ? sql`(${CODES} || '') like ${term.pattern}` : search ? sql`false` : sql`true`
  const listed = { from: sql`${coupons} c where ${within(filters)} and ${matching}`, order: orderFor(input) }
  if (bulk_job_id) return listed
  if (term) {
    const ids = (most: number) => sql`select c.id from coupons c where ${CODES} like ${term.pattern} limit ${most}`
    return { ...listed, indexed: term.indexable ? [ids] : [] }
  }
  const tallies = status ? ([`coupons.${status}`] as const) : (['coupons.AVAILABLE', 'coupons.USED'] as const)
  const tallied = !search && filters.owner === null && !voided
  return { ...listed, count: tallied ? () => tallyCount(db, ...tallies) : undefined }
}

function orderFor({ sort = '-created_at', status, bulk_job_id }: CouponListInput): Order {
  const order = orderOf(sort, sql`c.id`, {
    serial_number: byCode(sql`c.serial_number`, normaliseCode),
    created_at: null,
  })
  // By id, and by the status that all rows have: only the index of statuses gives that order. By id alone the planner
  // would take the newest coupons one by one, and half a million of them may be unsold.
  return order.key || !status || bulk_job_id ? order : { ...order, same: sql`c.status` }
}

/** The condition of the filters on coupons as `c`. */
function within({ status, voided, owner }: Filters) {
  const conditions = [
    sql<boolean>`c.id > ${sql.lit(SYNTHETIC_COUPON)}`,
    // Said as a range: an equation would let the planner forget the status in the order.
    status ? sql<boolean>`c.status between ${status} and ${status}` : null,
    voided ? sql<boolean>`c.voided_at ${voided === 'only' ? sql`is not null` : sql`is null`}` : null,
    owner === null ? null : sql<boolean>`c.user_id = ${owner}`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}
