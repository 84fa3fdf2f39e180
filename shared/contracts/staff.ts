import { z } from 'zod'
import { isCommonPassword } from './common-passwords.ts'
import { phone, requiredText } from './formats.ts'
import { LIMITS } from './limits.ts'
import { listOf } from './lists.ts'
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
export const newPassword = z
  .string(TEXTS.required)
  .min(LIMITS.password_min, TEXTS.password_short)
  .max(LIMITS.password, TEXTS.password_long)
  .refine((password) => !isCommonPassword(password), TEXTS.password_common)

export const changePasswordInput = z.strictObject({
  current_password: z.string(TEXTS.required).min(1, TEXTS.password_enter).max(LIMITS.password, TEXTS.password_wrong),
  password: newPassword,
})

const lastName = (max: number) =>
  z.string().trim().max(max, `Ensure this field has no more than ${max} characters.`).default('')

/** Staff may be added without a password: they log in with a code. */
export const registerStaffInput = z
  .strictObject({
    ...requestId,
    first_name: requiredText(LIMITS.name),
    last_name: lastName(LIMITS.staff_last_name),
    email,
    phone_number: phone(),
    password: z.union([z.literal(''), newPassword]).nullish(),
    confirm_password: z.string().max(LIMITS.password).nullish(),
  })
  .refine(({ password, confirm_password }) => confirm_password == null || (password ?? '') === confirm_password, {
    path: ['confirm_password'],
    message: TEXTS.passwords_differ,
  })
export type RegisterStaff = z.output<typeof registerStaffInput>

export const registerAdminInput = z
  .strictObject({
    ...requestId,
    first_name: requiredText(LIMITS.name),
    last_name: lastName(LIMITS.name),
    email,
    phone_number: phone(),
    password: newPassword,
    confirm_password: z.string(TEXTS.required).min(1, TEXTS.required).max(LIMITS.password, TEXTS.passwords_differ),
  })
  .refine(({ password, confirm_password }) => password === confirm_password, {
    path: ['confirm_password'],
    message: TEXTS.passwords_differ,
  })
export type RegisterAdmin = z.output<typeof registerAdminInput>
