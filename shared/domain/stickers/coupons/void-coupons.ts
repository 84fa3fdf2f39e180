import type { VoidCoupons } from '../../../contracts/coupons.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { voidAndReplace } from './void-and-replace.ts'

/**
 * Voids several coupons for one reason: all of them or none, each with its audit entry. Rules and domain errors: see
 * `voidAndReplace`.
 */
export async function voidCoupons({ ctx, input }: VerbArgs<VoidCoupons>): Promise<{ detail: string }> {
  await inTransaction(ctx, (tx) => voidAndReplace(tx, input, TEXTS.void_several_already))
  return { detail: TEXTS.void_done_several(input.ids.length) }
}
