import type { Coupon, VoidCoupon } from '../../../contracts/coupons.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type ScopedCtx, type VerbArgs } from '../../../platform/context.ts'
import { readCoupon } from './read-coupon.ts'
import { voidAndReplace } from './void-and-replace.ts'

/** Voids a coupon and, with `replace`, makes the one that takes its place. Rules and domain errors: see `voidAndReplace`. */
export async function voidCoupon({ ctx, input }: VerbArgs<VoidCoupon, ScopedCtx>): Promise<Coupon> {
  const { id, reason, replace } = input
  await inTransaction(ctx, (tx) => voidAndReplace(tx, { ids: [id], reason, replace }, () => TEXTS.void_already))
  return readCoupon({ ctx, input })
}
