import type { LoginInput } from '../../../contracts/accounts.ts'
import { normalisePhone } from '../../../contracts/phone-numbers.ts'
import type { LoginOutput } from '../../../contracts/second-factor.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx, VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { finishFirstStep } from './finish-first-step.ts'
import { findActiveUserByLogin } from '../users/find-user.ts'
import { countLoginAttempt } from './count-login-attempt.ts'
import { noteFailedLogin } from './note-failed-login.ts'
import { verifyPassword } from '../users/password.ts'

/**
 * Login by e-mail (any case) or phone number and password. A user with an authenticator app gets a challenge instead of
 * a session.
 *
 * Wrong login, wrong password and an account without password look and take the same: UNAUTHORIZED 'Invalid
 * credentials'. An expired first password is UNAUTHORIZED with what to do. TOO_MANY_REQUESTS after too many failures
 * (`countLoginAttempt`), or when too many log in at this moment.
 */
export async function loginWithPassword({ ctx, input }: VerbArgs<LoginInput, Ctx>): Promise<LoginOutput> {
  const login = input.login.includes('@') ? { email: input.login } : { phone_number: normalisePhone(input.login) }
  const found = await findActiveUserByLogin(ctx.db, login)
  const attempt = await countLoginAttempt(ctx, found ? { user_id: found.id } : { login: input.login.toLowerCase() })
  let fits: boolean
  try {
    fits = await verifyPassword(found?.password_hash ?? null, input.password)
  } catch (error) {
    await attempt.refund(false)
    throw error
  }
  if (!found || !fits) {
    if (found) noteFailedLogin(ctx, { user_id: found.id, how: 'password' })
    throw new DomainError('UNAUTHORIZED', TEXTS.invalid_credentials)
  }
  await attempt.refund(true)
  if (found.password_over) {
    noteFailedLogin(ctx, { user_id: found.id, how: 'first_password' })
    throw new DomainError('UNAUTHORIZED', TEXTS.first_password_over)
  }
  const output = await finishFirstStep({ ctx, who: { id: found.id }, how: 'password' })
  if (!output) throw new DomainError('UNAUTHORIZED', TEXTS.invalid_credentials)
  return output
}
