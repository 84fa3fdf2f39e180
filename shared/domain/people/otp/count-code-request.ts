import { LIMITS } from '../../../contracts/limits.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx } from '../../../platform/context.ts'
import { networkOfCaller } from '../../../platform/network-of.ts'
import { consume, rateLimiter } from '../../../platform/rate-limiter.ts'
import { hmac } from '../../../platform/secrets.ts'

/**
 * Counts a request for a code, for the caller's network and the larger ones around it: before anybody looks whether the
 * number is registered, so that the limit is one on that question, too. Throws TOO_MANY_REQUESTS with the seconds to
 * wait. What one network may not do is not counted for those around it.
 */
export async function countCodeRequest(ctx: Ctx): Promise<void> {
  const { ipv4, ipv6 } = LIMITS.otp_requests_per_hour
  for (const { bits, most } of networkOfCaller(ctx.ip).includes(':') ? ipv6 : ipv4) {
    const network = networkOfCaller(ctx.ip, { ipv4: bits, ipv6: bits })
    const limiter = rateLimiter(ctx.db, { name: `otp-request-${bits}`, points: most, seconds: 60 * 60 })
    await consume(limiter, hmac(ctx.config, 'otp-request', network).toString('hex'), TEXTS.otp_ip_too_many)
  }
}
