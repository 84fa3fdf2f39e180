import type { z } from 'zod'
import type { CouponRow, couponListInput } from '../../contracts/coupons.ts'
import type { ListPage } from '../../contracts/lists.ts'
import type { Scope } from '../../contracts/permissions.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function listCoupons(_: {
  ctx: SignedInCtx & { scope: Scope }
  input: z.output<typeof couponListInput>
}): Promise<ListPage<CouponRow>> {
  throw new Error('not built yet')
}
