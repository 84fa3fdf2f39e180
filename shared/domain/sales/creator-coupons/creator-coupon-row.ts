import type { CreatorCoupon } from '../../../contracts/creator-coupons.ts'

export const CREATOR_COLUMNS = [
  'id',
  'name',
  'coupon_code',
  'social_media_name',
  'start_date',
  'end_date',
  'is_active',
  'created_at',
] as const

/** A row of `CREATOR_COLUMNS` as callers see it. */
export const toCreatorCoupon = (row: Omit<CreatorCoupon, 'created_at'> & { created_at: Date }): CreatorCoupon => ({
  ...row,
  created_at: row.created_at.toISOString(),
})
