import type { Readable } from 'node:stream'
import type { CouponListInput } from '../../../contracts/coupons.ts'
import type { ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import { exportListed, moment, typed } from '../../ground/exports/export-listed.ts'
import { listedCoupons } from './find-coupon-page.ts'

const COLUMNS = [
  'c.id, c.serial_number, c.coupon_code, c.status, c.bulk_job_id',
  ...['c.created_at', 'c.used_at', 'c.voided_at'].map((column) => moment(column)),
  typed('c.void_reason'),
]

/** All Coupons as listed. */
export function exportCoupons({ ctx, input }: VerbArgs<CouponListInput, ScopedCtx>): Promise<Readable> {
  return exportListed(ctx, input, { name: 'coupons', ...listedCoupons(ctx, input), columns: COLUMNS })
}
