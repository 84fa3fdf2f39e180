import type { CreatorCoupon } from '../../../contracts/creator-coupons.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'

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

/** One creator coupon. Throws NOT_FOUND. */
export async function readCreatorCoupon(db: Db, id: number): Promise<CreatorCoupon> {
  const row = await db.selectFrom('creator_coupons').select(CREATOR_COLUMNS).where('id', '=', id).executeTakeFirst()
  if (!row) throw new DomainError('NOT_FOUND', TEXTS.coupon_not_found)
  return toCreatorCoupon(row)
}
