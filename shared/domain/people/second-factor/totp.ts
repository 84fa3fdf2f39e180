import { createHmac } from 'node:crypto'
import { equalSecrets } from '../../../platform/secrets.ts'

/** Seconds a code lasts and digits it has: what every authenticator app takes for granted. */
const STEP_SECONDS = 30
const DIGITS = 6
/** Steps a phone's clock may be off, either way. */
const DRIFT = 1

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** HOTP with HMAC-SHA1 (RFC 4226, section 5.3), leading zeros kept. */
export function hotp(secret: Buffer, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const digest = createHmac('sha1', secret).update(message).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step of a moment (RFC 6238, section 4.2), in seconds since 1970. */
export const stepAt = (seconds: number): number => Math.floor(seconds / STEP_SECONDS)

/** Which step near `now` (seconds since 1970) a code belongs to, or null. */
export function matchingStep(secret: Buffer, code: string, now: number): number | null {
  const current = stepAt(now)
  for (let step = current - DRIFT; step <= current + DRIFT; step++) {
    if (equalSecrets(Buffer.from(hotp(secret, step)), Buffer.from(code))) return step
  }
  return null
}

/** RFC 4648 without padding: the form in which people type a secret into an app. */
export function base32(bytes: Buffer): string {
  let text = ''
  let value = 0
  let bits = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += BASE32[(value >>> (bits - 5)) & 31]
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text
}

/**
 * The content of the QR code. Algorithm, digits and period are the defaults and left out: some apps stumble over them.
 */
export function otpauthUrl(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
