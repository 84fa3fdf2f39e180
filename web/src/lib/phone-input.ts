import { normalisePhone } from '@tvarit/shared/contracts/phone-numbers'
import { LIMITS } from '@tvarit/shared/contracts/limits'

/** What may stand in a mobile field while typing: digits and a plus; a pasted +91, 91 or 0 in front is dropped. */
export function typedPhone(value: string): string {
  const kept = normalisePhone(value.replace(/[^\d+]/g, ''))
  const cap = kept.startsWith('+') ? LIMITS.phone + 3 : kept.startsWith('0') ? LIMITS.phone + 1 : LIMITS.phone
  return normalisePhone(kept.slice(0, cap))
}
