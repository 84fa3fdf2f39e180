import type { VoidCoupons } from '../../../contracts/coupons.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type SignedInCtx } from '../../../platform/context.ts'
import { voidOne } from './void-one.ts'

/**
 * Voids several coupons for one reason: all of them or none, each with its audit entry. Rules and domain errors: see
 * `voidOne`.
 */
export async function voidCoupons({
  ctx,
  input: { ids, reason, replace },
}: {
  ctx: SignedInCtx
  input: VoidCoupons
}): Promise<{ detail: string }> {
  await inTransaction(ctx, async (tx) => {
    // In one order, so that two such calls wait for each other instead of locking each other out.
    for (const id of ids.toSorted((a, b) => a - b))
      await voidOne(tx, { id, reason, replace }, TEXTS.void_several_already)
  })
  return { detail: TEXTS.void_done_several(ids.length) }
}
