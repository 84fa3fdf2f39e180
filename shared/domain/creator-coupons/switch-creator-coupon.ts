import type { CreatorCoupon } from '../../contracts/creator-coupons.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function switchCreatorCoupon(_: {
  ctx: SignedInCtx
  input: { id: number; is_active: boolean }
}): Promise<CreatorCoupon> {
  throw new Error('not built yet')
}
