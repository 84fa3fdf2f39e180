// Without zod: the browser's forms use this on every page.

/** Strips what people paste into a phone field: spaces, hyphens, brackets, then +91, 91 (of 12) or 0 (of 11). */
export function normalisePhone(value: string): string {
  const digits = value.replace(/[\s().-]/g, '')
  if (digits.startsWith('+91')) return digits.slice(3)
  if (/^91\d{10}$/.test(digits)) return digits.slice(2)
  if (/^0\d{10}$/.test(digits)) return digits.slice(1)
  return digits
}
