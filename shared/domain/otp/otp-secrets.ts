import { hmac, seal, unseal } from '../../platform/secrets.ts'

export type OtpPurpose = 'login' | 'register'

/** What is kept of a code: bound to its purpose and number, so that it is worth nothing anywhere else. */
export const otpHash = (secret: string, purpose: OtpPurpose, phone_number: string, code: string): Buffer =>
  hmac(secret, 'otp', `${purpose}:${phone_number}:${code}`)

/** The parameters of a code message, unreadable in the database and bound to the number they are sent to. */
export const sealOtpParams = (secret: string, to_phone: string, code: string): Buffer =>
  seal(secret, `message-otp:${to_phone}`, JSON.stringify({ code }))

/** For the worker that sends the message. Throws when it was changed or moved to another number. */
export const openOtpParams = (secret: string, to_phone: string, sealed: Buffer): { code: string } =>
  JSON.parse(unseal(secret, `message-otp:${to_phone}`, sealed)) as { code: string }
