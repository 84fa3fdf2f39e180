import { sql } from 'kysely'
import type { CreatorCoupon, CreatorCouponListInput } from '../../../contracts/creator-coupons.ts'
import { likePattern } from '../../../platform/database/like-pattern.ts'
import { moment, typed } from '../../records/lists/export-listed.ts'
import { declareList } from '../../records/lists/declare-list.ts'
import type { Listed } from '../../records/lists/find-page.ts'
import { byDay, byName, orderOf } from '../../records/lists/order.ts'
import { eachWord, textTerm } from '../../records/lists/search-term.ts'
import { CREATOR_COLUMNS, toCreatorCoupon } from './creator-coupon-row.ts'

/** Creator coupons, newest first if not asked otherwise; search by name or code. */
export const creatorCoupons = declareList<CreatorCouponListInput, CreatorCoupon>({
  name: 'creator coupons',
  path: '/api/creator-coupons/',
  filters: ['status'],
  listed: ({ input }) => listedCreatorCoupons(input),
  async rows({ db }, ids) {
    const rows = await db.selectFrom('creator_coupons').select(CREATOR_COLUMNS).where('id', 'in', ids).execute()
    return rows.map(toCreatorCoupon)
  },
  columns: [
    'c.id',
    typed('c.name'),
    'c.coupon_code',
    typed('c.social_media_name'),
    'c.start_date, c.end_date, c.is_active',
    moment('c.created_at'),
  ],
})

function listedCreatorCoupons({ search, status, sort }: CreatorCouponListInput): Listed {
  const words = eachWord(textTerm(search), (pattern) => sql`fold_text(c.name || ' ' || c.coupon_code) like ${pattern}`)
  const code = (search ?? '').toLowerCase().replace(/[\s-]/g, '')
  // `RAVI-7K4` is also found as `ravi7k4`; a term of hyphens alone would be found in everything.
  const byCode = code ? sql`or replace(lower(c.coupon_code), '-', '') like ${likePattern(code)}` : sql``
  return {
    from: sql`creator_coupons c
      where ((${words}) ${byCode}) and ${status ? sql`c.is_active = ${status === 'ACTIVE'}` : sql`true`}`,
    order: orderOf(sort ?? '-created_at', sql`c.id`, {
      name: byName(sql`c.name`),
      start_date: byDay(sql`c.start_date`),
      end_date: byDay(sql`c.end_date`),
      created_at: null,
    }),
  }
}
