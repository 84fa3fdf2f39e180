import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx } from '../../../platform/context.ts'
import { networkOfCaller } from '../../../platform/network-of.ts'
import { consume, rateLimiter } from '../../../platform/rate-limiter.ts'
import { hmac } from '../../../platform/secrets.ts'
import { isKnownPlace } from '../sessions/is-known-place.ts'

const QUARTER = 15 * 60
/** An account from one network. */
const PER_PLACE = { name: 'login-place', points: 10, seconds: QUARTER }
/** An account from all networks together in which it has never logged in. */
const PER_ACCOUNT = { name: 'login-account', points: 50, seconds: 60 * 60 }
const PER_NETWORK = { name: 'login-ip', points: 50, seconds: QUARTER }

/** Whose password is tried: a user's, or a login that does not exist. */
type Account = { user_id: number } | { login: string }

/**
 * Counts a login attempt before the password is checked, so that a hundred at once are not a hundred guesses. Returns a
 * function that takes the attempt back, for one that succeeded or was never tried. Throws TOO_MANY_REQUESTS with the
 * seconds to wait.
 *
 * Limits of failures, with which strangers cannot lock users out of places they use:
 *
 * - of an account from one network: 10 in 15 minutes;
 * - of a network: 50 in 15 minutes;
 * - of an account from all networks in which it never logged in: 50 an hour.
 */
export async function countLoginAttempt(ctx: Ctx, who: Account): Promise<{ refund(all: boolean): Promise<void> }> {
  const key = (text: string) => hmac(ctx.config, 'login-throttle', text).toString('hex')
  const user_id = 'user_id' in who ? who.user_id : 0
  const account = 'user_id' in who ? `user:${who.user_id}` : `login:${who.login}`
  const network = networkOfCaller(ctx.ip)
  const known = await isKnownPlace(ctx, user_id)
  const counted = [
    { limiter: rateLimiter(ctx.db, PER_NETWORK), key: key(network), text: TEXTS.login_too_many },
    { limiter: rateLimiter(ctx.db, PER_PLACE), key: key(`${account}\n${network}`), text: TEXTS.login_too_many },
    ...(known
      ? []
      : [{ limiter: rateLimiter(ctx.db, PER_ACCOUNT), key: key(account), text: TEXTS.login_too_many_places }]),
  ]
  for (const { limiter, key, text } of counted) await consume(limiter, key, text)
  return {
    async refund(all) {
      for (const { limiter, key } of counted) await limiter.reward(key)
      if (all) await counted[1]!.limiter.delete(counted[1]!.key)
    },
  }
}
