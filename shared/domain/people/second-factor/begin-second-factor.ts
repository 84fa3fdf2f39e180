import type { EnrolmentOutput } from '../../../contracts/second-factor.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { livingUserById } from '../users/living-user.ts'
import { spendSecondCode, wrongSecondCode } from './check-second-code.ts'
import { beginEnrolment } from './enrolment.ts'
import { proveAgain } from './prove-again.ts'

/** A secret for a (new) app of somebody signed in, who proves again who they are. The one in use stays until confirmed. */
export async function beginSecondFactor({
  ctx,
  input,
}: {
  ctx: SignedInCtx
  input: { proof: string }
}): Promise<EnrolmentOutput> {
  const code = await proveAgain(ctx, input.proof)
  const user = await livingUserById(ctx.db, ctx.actor.id)
  if (!user) throw new Refusal('UNAUTHORIZED', TEXTS.session_expired)
  if (code && !(await spendSecondCode(ctx.db, code))) throw wrongSecondCode('proof')
  return beginEnrolment(ctx, user)
}
