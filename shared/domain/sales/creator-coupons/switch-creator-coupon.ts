import type { CreatorCoupon } from '../../../contracts/creator-coupons.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type SignedInCtx } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { CREATOR_COLUMNS, toCreatorCoupon } from './creator-coupon-row.ts'

/** Activates or deactivates a creator coupon. One that is so already is answered as it is, without an audit entry. */
export function switchCreatorCoupon({
  ctx,
  input,
}: {
  ctx: SignedInCtx
  input: { id: number; is_active: boolean }
}): Promise<CreatorCoupon> {
  const { id, is_active } = input
  return inTransaction(ctx, async (ctx) => {
    const switched = await ctx.db
      .updateTable('creator_coupons')
      .set({ is_active })
      .where('id', '=', id)
      .where('is_active', '!=', is_active)
      .returning(CREATOR_COLUMNS)
      .executeTakeFirst()
    if (switched) {
      const action = is_active ? 'creator_coupon.activated' : 'creator_coupon.deactivated'
      await writeAudit(ctx, { action, subject: 'creator_coupon', subject_id: id })
      return toCreatorCoupon(switched)
    }
    const row = await ctx.db
      .selectFrom('creator_coupons')
      .select(CREATOR_COLUMNS)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw new DomainError('NOT_FOUND', TEXTS.coupon_not_found)
    return toCreatorCoupon(row)
  })
}
