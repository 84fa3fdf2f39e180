import type { Coupon } from '../../../contracts/coupons.ts'
import type { OnlyRequestId } from '../../../contracts/requests.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { withFreeCodes } from '../../qr/new-codes.ts'
import { createOnce } from '../../records/create-once.ts'
import { readCoupon } from './read-coupon.ts'

interface Args {
  ctx: SignedInCtx
  input?: OnlyRequestId
}

/** Makes one coupon with new codes, AVAILABLE and of no bulk job. The same `request_id` again is the same coupon. */
export async function createCoupon({ ctx, input = {} }: Args): Promise<Coupon> {
  const id = await createOnce(ctx, 'coupon', input, async (ctx) => {
    const { id } = await withFreeCodes((codes) =>
      ctx.db
        .insertInto('coupons')
        .values(codes)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst(),
    )
    await writeAudit(ctx, { action: 'coupon.created', subject: 'coupon', subject_id: id })
    return id
  })
  return readCoupon({ ctx: { ...ctx, scope: 'all' }, input: { id } })
}
