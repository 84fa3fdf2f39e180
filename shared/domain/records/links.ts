import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../platform/context.ts'
import { networkOfCaller } from '../../platform/network-of.ts'
import { consume, rateLimiter } from '../../platform/rate-limiter.ts'
import { hmac, sha256 } from '../../platform/secrets.ts'

/** 128 random bits for a driver's or a relative's link; short, as it travels in an SMS. */
export const newLinkToken = (): string => randomBytes(16).toString('base64url')

/** Whether a text could be such a token. Others are not sent to the database, which rejects some characters. */
export const isLinkToken = (text: string): boolean => /^[\w-]{22}$/.test(text)

/** The hash of a driver's token, the only form that is kept. The token is random, so a plain hash reveals nothing. */
export const linkHash = (token: string): Buffer => sha256(`driver-link:${token}`)

/** A driver's link ends after so long, also when its dispatch was never ended. */
export const DRIVER_LINK_HOURS = 24

const WRONG_LINKS = { name: 'wrong-link', points: 60, seconds: 60 }

/**
 * Counts a link that led nowhere: more than 60 a minute from one network are TOO_MANY_REQUESTS. Valid links go on
 * working there: thousands of phones share one address of an Indian mobile operator, and 128 bits are not guessed.
 */
export async function countWrongLink(ctx: Ctx): Promise<void> {
  const key = hmac(ctx.config, 'wrong-link', networkOfCaller(ctx.ip)).toString('hex')
  await consume(rateLimiter(ctx.db, WRONG_LINKS), key, 'Too many links that do not exist. Try again in a minute.')
}
