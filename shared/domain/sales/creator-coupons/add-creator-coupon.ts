import type { AddCreatorCoupon, CreatorCoupon } from '../../../contracts/creator-coupons.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { createOnce } from '../../records/create-once.ts'
import { creatorCode } from './creator-code.ts'
import { readCreatorCoupon } from './creator-coupon-row.ts'

const ATTEMPTS = 20

/** Adds a creator coupon with a new code made from the name. */
export async function addCreatorCoupon({ ctx, input }: VerbArgs<AddCreatorCoupon>): Promise<CreatorCoupon> {
  const id = await createOnce(ctx, 'creator coupon', input, async (ctx, coupon) => {
    const row = await insertWithFreeCode(ctx.db, { ...coupon, created_by: ctx.actor.id })
    await writeAudit(ctx, {
      action: 'creator_coupon.created',
      subject: 'creator_coupon',
      subject_id: row.id,
      detail: { coupon_code: row.coupon_code },
    })
    return row.id
  })
  return readCreatorCoupon(ctx.db, id)
}

async function insertWithFreeCode(db: Tx, values: Omit<AddCreatorCoupon, 'request_id'> & { created_by: number }) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const coupon_code = creatorCode(values.name, values.social_media_name, attempt)
    const row = await db
      .insertInto('creator_coupons')
      .values({ ...values, coupon_code })
      .onConflict((conflict) => conflict.column('coupon_code').doNothing())
      .returning(['id', 'coupon_code'])
      .executeTakeFirst()
    if (row) return row
  }
  throw new Error(`No free creator code in ${ATTEMPTS} attempts`)
}
