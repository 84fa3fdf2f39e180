import type { AddCreatorCoupon, CreatorCoupon } from '../../../contracts/creator-coupons.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { creatorCode } from './creator-code.ts'
import { CREATOR_COLUMNS, toCreatorCoupon } from './creator-coupon-row.ts'

const ATTEMPTS = 20

/** Adds a creator coupon with a new code made from the name. */
export function addCreatorCoupon({ ctx, input }: VerbArgs<AddCreatorCoupon>): Promise<CreatorCoupon> {
  return inTransaction(ctx, async (ctx) => {
    const row = await insertWithFreeCode(ctx.db, { ...input, created_by: ctx.actor.id })
    await writeAudit(ctx, {
      action: 'creator_coupon.created',
      subject: 'creator_coupon',
      subject_id: row.id,
      detail: { coupon_code: row.coupon_code },
    })
    return toCreatorCoupon(row)
  })
}

async function insertWithFreeCode(db: Tx, values: AddCreatorCoupon & { created_by: number }) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const coupon_code = creatorCode(values.name, values.social_media_name, attempt)
    const row = await db
      .insertInto('creator_coupons')
      .values({ ...values, coupon_code })
      .onConflict((conflict) => conflict.column('coupon_code').doNothing())
      .returning(CREATOR_COLUMNS)
      .executeTakeFirst()
    if (row) return row
  }
  throw new Error(`No free creator code in ${ATTEMPTS} attempts`)
}
