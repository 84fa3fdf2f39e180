import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CouponListInput, CouponRow } from '../../../contracts/coupons.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { moment, typed } from '../../records/lists/export-listed.ts'
import { declareList } from '../../records/lists/declare-list.ts'
import { scanUrl, smallQrDataUrl } from '../../qr/qr-image.ts'
import { listedCoupons } from './listed-coupons.ts'

/** Coupons, all or those of one bulk job. */
export const coupons = declareList<CouponListInput, CouponRow>({
  name: 'coupons',
  path: '/api/coupons/',
  filters: ['status', 'voided', 'bulk_job_id'],
  listed: ({ ctx, input }) => listedCoupons(ctx, input),
  rows: readRows,
  columns: [
    'c.id, c.serial_number, c.coupon_code, c.status, c.bulk_job_id',
    ...['c.created_at', 'c.used_at', 'c.voided_at'].map((column) => moment(column)),
    typed('c.void_reason'),
  ],
})

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
