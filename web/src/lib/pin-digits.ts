import { LIMITS } from '@tvarit/shared/contracts/limits'

/** What is typed or pasted into a PIN field, also as "560 001": its first six digits. */
export const pinDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, LIMITS.pin_code)
