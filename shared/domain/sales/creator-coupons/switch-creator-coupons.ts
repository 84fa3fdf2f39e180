import type { CreatorCoupon } from '../../../contracts/creator-coupons.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { CREATOR_COLUMNS, toCreatorCoupon } from './creator-coupon-row.ts'

/**
 * Activates or deactivates creator coupons: all of them or none. One in that state already is returned as it is, without
 * an audit entry. NOT_FOUND when one is unknown.
 */
export function switchCreatorCoupons({
  ctx,
  input: { ids, is_active },
}: VerbArgs<{ ids: number[]; is_active: boolean }>): Promise<CreatorCoupon[]> {
  return inTransaction(ctx, async (ctx) => {
    const rows = await ctx.db
      .selectFrom('creator_coupons')
      .select(CREATOR_COLUMNS)
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (rows.length < ids.length) throw new DomainError('NOT_FOUND', TEXTS.coupon_not_found)
    const changed = rows.filter((row) => row.is_active !== is_active).map(({ id }) => id)
    if (changed.length > 0) {
      await ctx.db.updateTable('creator_coupons').set({ is_active }).where('id', 'in', changed).execute()
    }
    for (const id of changed) {
      const action = is_active ? 'creator_coupon.activated' : 'creator_coupon.deactivated'
      await writeAudit(ctx, { action, subject: 'creator_coupon', subject_id: id })
    }
    return rows.map((row) => toCreatorCoupon({ ...row, is_active }))
  })
}
