import type { EnrolmentOutput } from '../../../contracts/second-factor.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { findActiveUserById } from '../users/find-user.ts'
import { spendSecondCode, wrongSecondCode } from './check-second-code.ts'
import { beginEnrolment } from './enrolment.ts'
import { proveAgain } from './prove-again.ts'

/**
 * A secret for a (new) app of a user who is signed in and proves again who they are. The one in use stays until
 * confirmed. UNAUTHORIZED for a removed user; wrong proof: see `proveAgain`.
 */
export async function beginSecondFactor({ ctx, input }: VerbArgs<{ proof: string }>): Promise<EnrolmentOutput> {
  const code = await proveAgain(ctx, input.proof)
  const user = await findActiveUserById(ctx.db, ctx.actor.id)
  if (!user) throw new DomainError('UNAUTHORIZED', TEXTS.session_expired)
  if (code && !(await spendSecondCode(ctx.db, code))) throw wrongSecondCode('proof')
  return beginEnrolment(ctx, user)
}
