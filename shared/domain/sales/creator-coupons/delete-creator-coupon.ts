import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { isForeignKeyViolation } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'

/**
 * Deletes an unused creator coupon. One that was used stays (CONFLICT), because the registrations count for its
 * creator. The foreign key decides, so a registration at the same moment cannot slip in between. NOT_FOUND for an
 * unknown one.
 */
export async function deleteCreatorCoupon({ ctx, input }: VerbArgs<{ id: number }>): Promise<{ detail: string }> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      const deleted = await ctx.db
        .deleteFrom('creator_coupons')
        .where('id', '=', input.id)
        .returning(['name', 'coupon_code'])
        .executeTakeFirst()
      if (!deleted) throw new DomainError('NOT_FOUND', TEXTS.coupon_not_found)
      await writeAudit(ctx, {
        action: 'creator_coupon.deleted',
        subject: 'creator_coupon',
        subject_id: input.id,
        detail: deleted,
      })
      return { detail: TEXTS.creator_deleted }
    })
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new DomainError('CONFLICT', TEXTS.creator_used)
    throw error
  }
}
