import type { SessionOutput } from '../../../contracts/accounts.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { findActiveUserById } from '../users/find-user.ts'
import { noteFailedLogin } from './note-failed-login.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { openSession } from '../sessions/open-session.ts'
import {
  checkSecondCode,
  isWrongSecondCode,
  spendSecondCode,
  wrongSecondCode,
} from '../second-factor/check-second-code.ts'
import { countChallengeTry, spendChallenge } from './login-challenge.ts'
import { countRecoveryCodes } from '../second-factor/recovery-codes.ts'

/**
 * The second step of a login: a code of the app or a recovery code against the challenge of the first step. Five tries
 * for a challenge, ten failures for a person in 15 minutes; each code opens one session. UNAUTHORIZED when the challenge
 * is over, BAD_REQUEST under `code` for a wrong or used code.
 */
export async function loginWithSecondFactor({
  ctx,
  input,
}: VerbArgs<{ challenge: string; code: string }, Ctx>): Promise<SessionOutput> {
  const challenge = await countChallengeTry(ctx.db, input.challenge, 'code')
  const code = await checkSecondCode(ctx, challenge.user_id, input.code).catch((error: unknown) => {
    if (isWrongSecondCode(error)) noteFailedLogin(ctx, { user_id: challenge.user_id, how: 'second_factor' })
    throw error
  })
  return inTransaction(ctx, async (ctx) => {
    await spendChallenge(ctx.db, challenge)
    if (!(await spendSecondCode(ctx.db, code))) throw wrongSecondCode()
    const user = await findActiveUserById(ctx.db, challenge.user_id)
    if (!user) throw new DomainError('UNAUTHORIZED', TEXTS.login_again)
    if (code.kind === 'recovery') {
      await writeAudit(ctx, {
        action: 'recovery_code.used',
        subject: 'user',
        subject_id: user.id,
        actor_id: user.id,
        detail: { left: await countRecoveryCodes(ctx.db, user.id) },
      })
    }
    return openSession({ ctx, user, how: `${challenge.how}+${code.kind}` })
  })
}
