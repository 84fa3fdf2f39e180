import type { Coupon, VoidCoupon } from '../../../contracts/coupons.ts'
import type { Scope } from '../../../contracts/permissions.ts'
import { inTransaction, type SignedInCtx } from '../../../platform/context.ts'
import { readCoupon } from './read-coupon.ts'
import { voidOne } from './void-one.ts'

/** Voids a coupon and, with `replace`, makes the one that takes its place. Rules and domain errors: see `voidOne`. */
export async function voidCoupon({
  ctx,
  input,
}: {
  ctx: SignedInCtx & { scope: Scope }
  input: VoidCoupon
}): Promise<Coupon> {
  await inTransaction(ctx, (tx) => voidOne(tx, input))
  return readCoupon({ ctx, input })
}
