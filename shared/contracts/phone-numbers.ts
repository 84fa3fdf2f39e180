// Without zod: the browser's forms use this on every page.

/** Strips what people paste into a phone field: spaces, hyphens, brackets, then +91, 91 (of 12) or 0 (of 11). */
export function normalisePhone(value: string): string {
  const digits = value.replace(/[\s().-]/g, '')
  if (digits.startsWith('+91')) return digits.slice(3)
  if (/^91\d{10}$/.test(digits)) return digits.slice(2)
  if (/^0\d{10}$/.test(digits)) return digits.slice(1)
  return digits
}

/** The link that dials a number, also from a phone of another country. A toll-free number stays as it is. */
export function dialled(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, '')
  return `tel:${/^[2-9]\d{9}$/.test(digits) ? '+91' : ''}${digits}`
}

/** `98765 43210`: the way Indian numbers are read aloud. Any other number stays as it is. */
export const spokenPhone = (phone: string): string => phone.replace(/^(\d{5})(\d{5})$/, '$1 $2')
