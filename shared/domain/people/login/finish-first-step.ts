import type { LoginOutput } from '../../../contracts/second-factor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { activeUsers } from '../users/find-user.ts'
import { openSession } from '../sessions/open-session.ts'
import { isSecondFactorRequired } from '../sessions/second-factor-required.ts'
import { openChallenge } from './login-challenge.ts'

interface FirstStep {
  ctx: Ctx
  who: { id: number } | { phone_number: string }
  how: 'password' | 'otp'
}

/**
 * Ends the first step of every login: a session, or only a challenge for a user with an authenticator app (or whose
 * role needs one). Every way to log in comes here, so none goes around the second factor. Null when the user is not
 * active.
 */
export async function finishFirstStep({ ctx, who, how }: FirstStep): Promise<LoginOutput | null> {
  const [column, value] = 'id' in who ? (['id', who.id] as const) : (['phone_number', who.phone_number] as const)
  const found = await activeUsers(ctx.db)
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('second_factors').whereRef('user_id', '=', 'users.id').where('enrolled_at', 'is not', null)).as(
        'enrolled',
      ),
    )
    .where(column, '=', value)
    .executeTakeFirst()
  if (!found) return null
  const { enrolled, ...user } = found
  if (enrolled) return openChallenge(ctx.db, user.id, how, 'code')
  if (isSecondFactorRequired(ctx.config, user.role)) return openChallenge(ctx.db, user.id, how, 'enrol')
  return openSession({ ctx, user, how })
}
