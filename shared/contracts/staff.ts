import { z } from 'zod'
import { isCommonPassword } from './is-common-password.ts'
import { phone, requiredText, textUpTo, upTo } from './formats.ts'
import { countGraphemes } from './graphemes.ts'
import { LIMITS } from './limits.ts'
import { listOf } from './lists.ts'
import { hasSameLetters } from './same-text.ts'
import { TEXTS } from './texts.ts'
import { requestId } from './requests.ts'

/** A staff member or an admin in a list. */
export const staffRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string(),
  /** Has an authenticator app set up. */
  second_factor: z.boolean(),
  /** Until when a first password logs in; null once the user chose their own, or without one. */
  password_expires_at: z.iso.datetime().nullable(),
})
export type StaffRow = z.infer<typeof staffRow>
export const staffList = listOf(staffRow)

export const email = z
  .string(TEXTS.required)
  .trim()
  .toLowerCase()
  .min(1, TEXTS.required)
  .max(LIMITS.staff_email, TEXTS.email_invalid)
  .pipe(z.email(TEXTS.email_invalid))

/** A password that is being set. Its length is also what the login accepts. */
export const newPassword = upTo(z.string(TEXTS.required), LIMITS.password, TEXTS.password_long)
  .refine((password) => countGraphemes(password) >= LIMITS.password_min, TEXTS.password_short)
  .refine((password) => !isCommonPassword(password), TEXTS.password_common)

export const changePasswordInput = z.strictObject({
  current_password: upTo(z.string(TEXTS.required).min(1, TEXTS.password_enter), LIMITS.password, TEXTS.password_wrong),
  password: newPassword,
})

const lastName = (max: number) => textUpTo(max).default('')

/** Staff may be added without a password: they log in with a code. */
export const registerStaffInput = z
  .strictObject({
    ...requestId,
    first_name: requiredText(LIMITS.name),
    last_name: lastName(LIMITS.staff_last_name),
    email,
    phone_number: phone(),
    password: z.union([z.literal(''), newPassword]).nullish(),
    confirm_password: upTo(z.string(), LIMITS.password).nullish(),
  })
  .refine(
    ({ password, confirm_password }) => confirm_password == null || hasSameLetters(password ?? '', confirm_password),
    {
      path: ['confirm_password'],
      message: TEXTS.passwords_differ,
    },
  )
export type RegisterStaff = z.output<typeof registerStaffInput>

export const registerAdminInput = z
  .strictObject({
    ...requestId,
    first_name: requiredText(LIMITS.name),
    last_name: lastName(LIMITS.name),
    email,
    phone_number: phone(),
    password: newPassword,
    confirm_password: upTo(z.string(TEXTS.required).min(1, TEXTS.required), LIMITS.password, TEXTS.passwords_differ),
  })
  .refine(({ password, confirm_password }) => hasSameLetters(password, confirm_password), {
    path: ['confirm_password'],
    message: TEXTS.passwords_differ,
  })
export type RegisterAdmin = z.output<typeof registerAdminInput>
