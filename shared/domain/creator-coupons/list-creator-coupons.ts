import type { CreatorCoupon } from '../../contracts/creator-coupons.ts'
import type { ListPage, ListQuery } from '../../contracts/lists.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function listCreatorCoupons(_: { ctx: SignedInCtx; input: ListQuery }): Promise<ListPage<CreatorCoupon>> {
  throw new Error('not built yet')
}
