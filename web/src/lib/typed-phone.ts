import { isTenDigits, normalisePhone } from '@tvarit/shared/contracts/phone-numbers'

/**
 * What stands in a mobile field while someone types: digits and a plus. A whole number loses its prefix. Nothing is
 * cut: with the length of a number, `919876543210` would become another person's.
 */
export function typedPhone(typed: string): string {
  const phone = normalisePhone(typed)
  return isTenDigits(phone) ? phone : phone.replace(/[^\d+]/g, '')
}
