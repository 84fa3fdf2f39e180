import type { AddCreatorCoupon, CreatorCoupon } from '../../contracts/creator-coupons.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function addCreatorCoupon(_: { ctx: SignedInCtx; input: AddCreatorCoupon }): Promise<CreatorCoupon> {
  throw new Error('not built yet')
}
