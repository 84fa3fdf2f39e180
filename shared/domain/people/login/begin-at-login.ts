import type { EnrolmentOutput } from '../../../contracts/second-factor.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx, VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { findActiveUserById } from '../users/find-user.ts'
import { beginEnrolment } from '../second-factor/enrolment.ts'
import { readChallenge } from './login-challenge.ts'

/**
 * A secret for the app of a user who must set one up before the first session. Uses up no try of the challenge.
 * UNAUTHORIZED when the challenge is not valid any more.
 */
export async function beginAtLogin({ ctx, input }: VerbArgs<{ challenge: string }, Ctx>): Promise<EnrolmentOutput> {
  const { user_id } = await readChallenge(ctx.db, input.challenge, 'enrol')
  const user = await findActiveUserById(ctx.db, user_id)
  if (!user) throw new DomainError('UNAUTHORIZED', TEXTS.login_again)
  return beginEnrolment(ctx, user)
}
