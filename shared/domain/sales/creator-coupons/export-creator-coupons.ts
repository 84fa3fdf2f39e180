import type { Readable } from 'node:stream'
import type { CreatorCouponListInput } from '../../../contracts/creator-coupons.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { exportListed, moment, typed } from '../../ground/exports/export-listed.ts'
import { listedCreatorCoupons } from './list-creator-coupons.ts'

const COLUMNS = [
  'c.id',
  typed('c.name'),
  'c.coupon_code',
  typed('c.social_media_name'),
  'c.start_date, c.end_date, c.is_active',
  moment('c.created_at'),
]

/** Creators Coupons as listed. */
export function exportCreatorCoupons({ ctx, input }: VerbArgs<CreatorCouponListInput>): Promise<Readable> {
  return exportListed(ctx, input, { name: 'creator coupons', ...listedCreatorCoupons(input), columns: COLUMNS })
}
