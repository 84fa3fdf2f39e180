import type { SessionOutput } from '../../../contracts/accounts.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { findActiveUserById } from '../users/find-user.ts'
import { openSession } from '../sessions/open-session.ts'
import { checkEnrolment, finishEnrolment } from '../second-factor/enrolment.ts'
import { countChallengeTry, spendChallenge } from './login-challenge.ts'

/**
 * The second step of the first login where an authenticator app is needed: the first code of the new secret. Opens the
 * session and gives the recovery codes, once. Five tries for a challenge. UNAUTHORIZED when the challenge is not valid
 * any more.
 */
export async function enrolAtLogin({
  ctx,
  input,
}: VerbArgs<{ challenge: string; code: string }, Ctx>): Promise<SessionOutput & { recovery_codes: string[] }> {
  const challenge = await countChallengeTry(ctx.db, input.challenge, 'enrol')
  const enrolment = await checkEnrolment(ctx, challenge.user_id, input.code)
  return inTransaction(ctx, async (ctx) => {
    await spendChallenge(ctx.db, challenge)
    const user = await findActiveUserById(ctx.db, challenge.user_id)
    if (!user) throw new DomainError('UNAUTHORIZED', TEXTS.login_again)
    const recovery_codes = await finishEnrolment(ctx, enrolment, { first_only: true })
    return { ...(await openSession({ ctx, user, how: `${challenge.how}+totp` })), recovery_codes }
  })
}
