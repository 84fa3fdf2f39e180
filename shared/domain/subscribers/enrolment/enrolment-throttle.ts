import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx } from '../../../platform/context.ts'
import { networkOfCaller } from '../../../platform/network-of.ts'
import { consume, rateLimiter } from '../../../platform/rate-limiter.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { hmac } from '../../../platform/secrets.ts'

/** Failed registrations an hour; a code of its own allows five, whatever they fail for. */
const PER_NETWORK = { name: 'enrolment', points: 30, seconds: 60 * 60 }

/**
 * Counts a registration of a network before its serial number is checked, so that a hundred at once are not a hundred
 * guesses. `refund` is for one whose answer revealed nothing about a coupon. Throws TOO_MANY_REQUESTS with the
 * seconds to wait.
 */
export async function countEnrolment(ctx: Ctx): Promise<{ refund(): Promise<unknown> }> {
  const limiter = rateLimiter(ctx.db, PER_NETWORK)
  const key = hmac(ctx.config, 'enrolment', networkOfCaller(ctx.ip)).toString('hex')
  await consume(limiter, key, TEXTS.enrolment_too_many)
  return { refund: () => limiter.reward(key) }
}

/**
 * Whether a registration was rejected for its serial number or coupon code: an attacker who guesses those learns from
 * it.
 */
export const isAboutCoupon = (error: unknown): boolean =>
  error instanceof DomainError && ('serial_number' in error.body || 'coupon_code' in error.body)
