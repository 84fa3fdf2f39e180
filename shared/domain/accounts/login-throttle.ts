import { TEXTS } from '../../contracts/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import { networkOf } from '../../platform/network-of.ts'
import { consume, rateLimiter } from '../../platform/rate-limiter.ts'
import { hmac } from '../../platform/secrets.ts'

const SECONDS = 15 * 60
const PER_ACCOUNT = { name: 'login-account', points: 10, seconds: SECONDS }
const PER_ADDRESS = { name: 'login-ip', points: 50, seconds: SECONDS }

/**
 * Counts a login attempt before the password is looked at, so that a hundred at once are not a hundred guesses: 10
 * failures per account and 50 per address in 15 minutes, over all server processes. Throws TOO_MANY_REQUESTS with the
 * seconds to wait; otherwise returns what takes the attempt back, for one that succeeded or was never tried.
 */
export async function countLoginAttempt(ctx: Ctx, account: string): Promise<{ takeBack(all: boolean): Promise<void> }> {
  const byAccount = rateLimiter(ctx.db, PER_ACCOUNT)
  const byAddress = rateLimiter(ctx.db, PER_ADDRESS)
  const accountKey = hmac(ctx.config, 'login-throttle', account).toString('hex')
  const addressKey = hmac(ctx.config, 'login-throttle', ctx.ip ? networkOf(ctx.ip) : 'unknown').toString('hex')
  await consume(byAddress, addressKey, TEXTS.login_too_many)
  await consume(byAccount, accountKey, TEXTS.login_too_many)
  return {
    async takeBack(all) {
      await byAddress.reward(addressKey)
      await (all ? byAccount.delete(accountKey) : byAccount.reward(accountKey))
    },
  }
}
