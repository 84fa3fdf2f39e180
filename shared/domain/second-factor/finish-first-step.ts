import type { SignedInUser } from '../../contracts/accounts.ts'
import type { LoginOutput } from '../../contracts/second-factor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/database.ts'
import { openSession } from '../sessions/open-session.ts'
import { isSecondFactorRequired } from './is-required.ts'
import { openChallenge } from './login-challenge.ts'

/**
 * What somebody gets who has just proved the first factor: a session, or, with an authenticator app (or where their role
 * needs one), only a challenge. Every way to log in ends here, so that none goes around the second factor.
 */
export async function finishFirstStep(
  ctx: Ctx & { db: Tx },
  user: SignedInUser,
  how: 'password' | 'otp',
): Promise<LoginOutput> {
  const enrolled = await ctx.db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', user.id)
    .where('enrolled_at', 'is not', null)
    .executeTakeFirst()
  if (enrolled) return openChallenge(ctx.db, user.id, how, 'code')
  if (isSecondFactorRequired(ctx.config, user.role)) return openChallenge(ctx.db, user.id, how, 'enrol')
  return openSession(ctx, user, how)
}
