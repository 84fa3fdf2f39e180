import { hmac } from '../../platform/secrets.ts'

export type OtpPurpose = 'login' | 'register'

/** What is kept of a code: bound to its purpose and number, so that it is worth nothing anywhere else. */
export const otpHash = (secret: string, purpose: OtpPurpose, phone_number: string, code: string): Buffer =>
  hmac(secret, 'otp', `${purpose}:${phone_number}:${code}`)
