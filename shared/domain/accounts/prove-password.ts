import { TEXTS } from '../../contracts/texts.ts'
import type { SignedInCtx } from '../../platform/context.ts'
import { fieldRefusal } from '../../platform/refusal.ts'
import { countLoginAttempt } from './login-throttle.ts'
import { verifyPassword } from './password.ts'

/**
 * Asks somebody signed in for the password again, as often as a login may fail. Throws BAD_REQUEST under `field` for a
 * wrong one, TOO_MANY_REQUESTS after ten failures.
 */
export async function provePassword(
  ctx: SignedInCtx,
  password_hash: string | null,
  typed: string,
  field: string,
): Promise<void> {
  const attempt = await countLoginAttempt(ctx, `user:${ctx.actor.id}`)
  let fits: boolean
  try {
    fits = await verifyPassword(password_hash, typed)
  } catch (error) {
    await attempt.takeBack(false)
    throw error
  }
  if (!fits) throw fieldRefusal(field, TEXTS.password_wrong)
  await attempt.takeBack(true)
}
