import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CouponListInput, CouponRow } from '../../../contracts/coupons.ts'
import type { ListPage } from '../../../contracts/lists.ts'
import type { ScopedCtx, SignedInCtx, VerbArgs } from '../../../platform/context.ts'
import { findPage } from '../../ground/lists/find-page.ts'
import { readPage } from '../../ground/lists/read-page.ts'
import { searchPage } from '../../ground/lists/search-page.ts'
import { codeTerm } from '../../ground/lists/search-term.ts'
import { couponFilters, couponOrder, couponSearch, findCouponPage, listedCoupons } from './find-coupon-page.ts'
import { scanUrl, smallQrDataUrl } from '../../ground/qr/qr-image.ts'

/** Coupons, newest first if not asked otherwise, all or those of one bulk job. With scope `own` only the caller's. */
export function listCoupons({ ctx, input }: VerbArgs<CouponListInput, ScopedCtx>): Promise<ListPage<CouponRow>> {
  const { status, voided, bulk_job_id } = input
  const [filters, order] = [couponFilters(ctx, input), couponOrder(input)]
  const term = input.search ? codeTerm(input.search) : null
  return readPage(input, {
    path: '/api/coupons/',
    filters: { status, voided, bulk_job_id },
    order,
    async find(range) {
      if (input.search && !term) return { cursors: [], count: 0, capped: false }
      if (bulk_job_id) return findPage(ctx.db, range, listedCoupons(ctx, input))
      return term
        ? searchPage(range, couponSearch(ctx.db, term, filters, order))
        : findCouponPage(ctx.db, range, filters, order)
    },
    rows: (ids) => readRows(ctx, ids),
  })
}

async function readRows(ctx: SignedInCtx, ids: number[]): Promise<CouponRow[]> {
  const rows = await ctx.db
    .selectFrom('coupons')
    .select(['id', 'serial_number', 'coupon_code', 'status', 'token', 'created_at', 'voided_at'])
    .where('id', 'in', ids)
    .execute()
  const drawn: CouponRow[] = []
  for (const { token, created_at, voided_at, ...coupon } of rows) {
    const scan_url = scanUrl(ctx.config, token)
    drawn.push({
      ...coupon,
      created_at: created_at.toISOString(),
      voided_at: voided_at?.toISOString() ?? null,
      qr_code: smallQrDataUrl(scan_url),
      scan_url,
    })
    // In parts: a hundred pictures at once would delay an alert.
    await yieldToEventLoop()
  }
  return drawn
}
