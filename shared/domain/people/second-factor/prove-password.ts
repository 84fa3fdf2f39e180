import { TEXTS } from '../../../contracts/texts.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { consume, rateLimiter } from '../../../platform/rate-limiter.ts'
import { fieldError } from '../../../platform/domain-error.ts'
import { verifyPassword } from '../users/password.ts'

/** Of a session: a caller without one cannot use it up, and a thief of one cannot guess on by changing networks. */
const PER_SESSION = { name: 'prove-password', points: 10, seconds: 15 * 60 }

/**
 * Checks the password of a signed-in user again, and counts before checking. Throws BAD_REQUEST under `field` for a
 * wrong one, TOO_MANY_REQUESTS after ten failures.
 */
export async function provePassword(
  ctx: SignedInCtx,
  password_hash: string | null,
  typed: string,
  field: string,
): Promise<void> {
  const { session_id } = ctx.actor
  const limiter = rateLimiter(ctx.db, PER_SESSION)
  await consume(limiter, session_id, TEXTS.login_too_many)
  let fits: boolean
  try {
    fits = await verifyPassword(password_hash, typed)
  } catch (error) {
    await limiter.reward(session_id)
    throw error
  }
  if (!fits) throw fieldError(field, TEXTS.password_wrong)
  await limiter.delete(session_id)
}
