import type { z } from 'zod'
import type { secondFactorOutput } from '../../../contracts/second-factor.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { isSecondFactorRequired } from '../sessions/second-factor-required.ts'
import { proofOf } from './prove-again.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

/** How the caller's own second factor stands. */
export async function readSecondFactor({ ctx }: { ctx: SignedInCtx }): Promise<z.infer<typeof secondFactorOutput>> {
  const { id, role } = ctx.actor
  const { proof, enrolled_at } = await proofOf(ctx.db, id)
  return {
    enrolled_at: enrolled_at?.toISOString() ?? null,
    recovery_codes_left: await countRecoveryCodes(ctx.db, id),
    required: isSecondFactorRequired(ctx.config, role),
    proof,
  }
}
