import type { SignedInCtx } from '../../platform/context.ts'

export async function deleteCreatorCoupon(_: { ctx: SignedInCtx; input: { id: number } }): Promise<{ detail: string }> {
  throw new Error('not built yet')
}
