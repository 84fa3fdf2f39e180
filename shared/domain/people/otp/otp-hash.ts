import { hmac, hmacs, type Keyring } from '../../../platform/secrets.ts'

export type OtpPurpose = 'login' | 'register' | 'erase'

const text = (purpose: OtpPurpose, phone_number: string, code: string) => `${purpose}:${phone_number}:${code}`

/**
 * The hash of a code, the only form that is kept: bound to purpose and number, so that it is worth nothing elsewhere.
 */
export const otpHash = (keys: Keyring, purpose: OtpPurpose, phone_number: string, code: string): Buffer =>
  hmac(keys, 'otp', text(purpose, phone_number, code))

/** The hashes a code may have that was made before a change of the key. */
export const otpHashes = (keys: Keyring, purpose: OtpPurpose, phone_number: string, code: string): Buffer[] =>
  hmacs(keys, 'otp', text(purpose, phone_number, code))
