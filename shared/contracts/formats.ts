import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { TEXTS } from './texts.ts'

/** Strips what people paste into a phone field: spaces, hyphens, brackets, then +91, 91 (of 12) or 0 (of 11). */
export function normalisePhone(value: string): string {
  const digits = value.replace(/[\s().-]/g, '')
  if (digits.startsWith('+91')) return digits.slice(3)
  if (/^91\d{10}$/.test(digits)) return digits.slice(2)
  if (/^0\d{10}$/.test(digits)) return digits.slice(1)
  return digits
}

/** Ten digits after normalising; the message differs between registration and phone login. */
export function phone(message: string = TEXTS.mobile_10_digits) {
  return z
    .string(message)
    .max(24, message)
    .transform(normalisePhone)
    .pipe(z.string().regex(/^\d{10}$/, message))
}

/** A phone that may be left out or empty; empty becomes null. */
export const optionalPhone = z
  .string()
  .max(24, TEXTS.mobile_10_digits)
  .transform(normalisePhone)
  .pipe(z.union([z.literal(''), z.string().regex(/^\d{10}$/, TEXTS.mobile_10_digits)]))
  .nullish()
  .transform((value) => value || null)

/** True for numbers an Indian mobile can have (starts with 6 to 9). A hint, never a refusal by itself. */
export const looksMobile = (value: string): boolean => /^[6-9]\d{9}$/.test(value)

export const pinCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, TEXTS.pin_6_digits)

/** Required trimmed text with a cap; both refusals are the specification's. */
export const requiredText = (max: number) =>
  z
    .string(TEXTS.required)
    .trim()
    .min(1, TEXTS.required)
    .max(max, `Ensure this field has no more than ${max} characters.`)

/** Optional trimmed text with a cap; empty becomes null. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Ensure this field has no more than ${max} characters.`)
    .nullish()
    .transform((value) => value || null)

export const optionalEmail = z
  .union([
    z.literal(''),
    z.string().trim().toLowerCase().max(LIMITS.email).pipe(z.email('Enter a valid email address.')),
  ])
  .nullish()
  .transform((value) => value || null)

/** A calendar day as `YYYY-MM-DD`. */
export const day = z.iso.date('Enter a valid date (YYYY-MM-DD).')

/** Accepts the last group of a phone number for screens that must not show it all: `98••••3210`. */
export const maskPhone = (value: string): string => `${value.slice(0, 2)}••••${value.slice(-4)}`
