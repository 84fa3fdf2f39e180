import { z } from 'zod'
import { compact } from './compact.ts'
import { countGraphemes, UNITS_EACH } from './graphemes.ts'
import { LIMITS } from './limits.ts'
import { isTenDigits, normalisePhone } from './phone-numbers.ts'
import { TEXTS } from './texts.ts'

/** Ten digits after normalising; the messages differ between registration and phone login. */
export function phone(message: string = TEXTS.mobile_10_digits, missing: string = TEXTS.required) {
  return z
    .string({ error: ({ input }) => (input == null ? missing : message) })
    .pipe(z.string().trim().min(1, missing).max(LIMITS.phone_typed, message))
    .transform(normalisePhone)
    .pipe(z.string().refine(isTenDigits, message))
}

const emptyOrPhone = z
  .string()
  .max(LIMITS.phone_typed, TEXTS.mobile_10_digits)
  .transform(normalisePhone)
  .pipe(z.string().refine((phone) => phone === '' || isTenDigits(phone), TEXTS.mobile_10_digits))

/** A phone that may be left out or empty; both become null. */
export const optionalPhone = emptyOrPhone.nullish().transform((value) => value || null)

/** A phone of a change: empty becomes null (it is cleared), left out stays undefined (it is kept). */
export const changedPhone = emptyOrPhone
  .nullable()
  .transform((value) => value || null)
  .optional()

/** Six digits; also as people write it, in two groups of three. */
export const pinCode = z
  .string()
  .overwrite(compact)
  .regex(/^\d{6}$/, TEXTS.pin_6_digits)

/** Caps what a person counts as characters. The OpenAPI document has the cap, and the most UTF-16 units beside it. */
export const upTo = (text: z.ZodString, max: number, error: string = TEXTS.too_long(max)) =>
  text
    .max(max * UNITS_EACH, { error, abort: true })
    .refine((typed) => countGraphemes(typed) <= max, error)
    .meta({ 'x-max-graphemes': max })

/** Trimmed text with a cap. */
export const textUpTo = (max: number) => upTo(z.string().trim(), max)

/** Required trimmed text with a cap; both messages are the specification's. */
export const requiredText = (max: number, missing: string = TEXTS.required, least = 1) =>
  upTo(z.string(missing).trim().min(least, missing), max)

/** Optional trimmed text with a cap; left out or empty becomes null. */
export const optionalText = (max: number) =>
  textUpTo(max)
    .nullish()
    .transform((value) => value || null)

/** A text of a change: empty becomes null (it is cleared), left out stays undefined (it is kept). */
export const changedText = (max: number) =>
  textUpTo(max)
    .nullable()
    .transform((value) => value || null)
    .optional()

export const optionalEmail = z
  .union(
    [z.literal(''), z.string().trim().toLowerCase().max(LIMITS.email).pipe(z.email('Enter a valid email address.'))],
    'Enter a valid email address.',
  )
  .nullish()
  .transform((value) => value || null)

/** PostgreSQL has no year 0, and its moments end before the last days that the format can say. */
const inOurCenturies = (text: string): boolean => text >= '1900' && text < '2201'

/** A calendar day as `YYYY-MM-DD`, from 1900 to 2200. What is no day is not compared with another one. */
export const day = z.iso
  .date({ error: 'Enter a valid date (YYYY-MM-DD).', abort: true })
  .refine(inOurCenturies, { error: TEXTS.day_years, abort: true })

/** A moment in ISO 8601 with its offset, from 1900 to 2200. */
export const moment = z.iso
  .datetime({ offset: true, error: TEXTS.moment_format, abort: true })
  .refine(inOurCenturies, { error: TEXTS.day_years, abort: true })
