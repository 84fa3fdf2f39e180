import { sql } from 'kysely'
import type { CreatorCoupon } from '../../../contracts/creator-coupons.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import type { ListPage, ListQuery } from '../../../contracts/lists.ts'
import type { Db } from '../../../platform/database.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { likePattern } from '../../../platform/like-pattern.ts'
import { beyondId, direction, type IdKey, idKey } from '../../ground/lists/order.ts'
import { cappedCount, type Found, inOrder, type Range, readPage } from '../../ground/lists/read-page.ts'

/** Creator coupons, newest first; search by name or code. */
export function listCreatorCoupons({
  ctx,
  input,
}: {
  ctx: SignedInCtx
  input: ListQuery
}): Promise<ListPage<CreatorCoupon>> {
  return readPage(input, {
    path: '/api/creator-coupons/',
    key: idKey,
    find: (range) => findKeys(ctx.db, range, input.search),
    rows: (keys) => readRows(ctx.db, keys),
  })
}

async function findKeys(db: Db, range: Range<IdKey>, search: string | undefined): Promise<Found<IdKey>> {
  const text = (search ?? '').toLowerCase()
  const code = text.replace(/[\s-]/g, '')
  // `RAVI-7K4` is also found as `ravi7k4`; a term of hyphens alone would be found in everything.
  const byCode = code ? sql`or replace(lower(c.coupon_code), '-', '') like ${likePattern(code)}` : sql``
  const matching = sql`creator_coupons c
    where (lower(c.name || ' ' || c.coupon_code) like ${likePattern(text)} ${byCode})`
  const [keys, counted] = await Promise.all([
    sql<{ id: number }>`select c.id from ${matching} and ${beyondId('c.id', range)}
      order by c.id ${direction(range)} limit ${range.limit} offset ${range.offset}`.execute(db),
    sql<{ found: number }>`
      select count(*) as found from (select from ${matching} limit ${LIMITS.count_most + 1}) match`.execute(db),
  ])
  return { keys: keys.rows.map((row): IdKey => [row.id]), ...cappedCount(counted.rows[0]!.found) }
}

async function readRows(db: Db, keys: IdKey[]): Promise<CreatorCoupon[]> {
  const ids = keys.map(([id]) => id)
  const rows = await db
    .selectFrom('creator_coupons')
    .select(['id', 'name', 'coupon_code', 'social_media_name', 'start_date', 'end_date', 'is_active', 'created_at'])
    .where('id', 'in', ids)
    .execute()
  const coupons = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
  return inOrder(ids, coupons, (row) => row.id)
}
