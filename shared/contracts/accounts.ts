import { CURRENT_NOTICE } from './consents.ts'
import { z } from 'zod'
import { normaliseCode } from './codes.ts'
import { compact } from './compact.ts'
import { optionalEmail, optionalPhone, optionalText, phone, pinCode, requiredText, upTo } from './formats.ts'
import { healthData, healthFields } from './medical.ts'
import { LIMITS } from './limits.ts'
import { ROLES } from './roles.ts'
import { ALL_STATES } from './states.ts'
import { TEXTS } from './texts.ts'

/** The state of a person's address. */
export const chosenState = z
  .string(TEXTS.required)
  .min(1, TEXTS.required)
  .refine((value) => ALL_STATES.includes(value), 'Choose a state from the list.')

const filled = z.string(TEXTS.fill_all_fields).min(1, TEXTS.fill_all_fields)

export const loginInput = z.strictObject({
  /** E-mail, phone number or (for people without an e-mail) the phone as username. */
  login: upTo(filled.trim(), LIMITS.login, TEXTS.invalid_credentials),
  password: upTo(filled, LIMITS.password, TEXTS.invalid_credentials),
})
export type LoginInput = z.infer<typeof loginInput>

export const otpCode = z
  .string(TEXTS.enter_otp)
  .max(LIMITS.phone_typed, TEXTS.otp_6_digits)
  .overwrite(compact)
  .regex(/^\d{6}$/, TEXTS.otp_6_digits)

/**
 * Made by the client, sent with the request for a code and again with the code. That code belongs to this request
 * alone, also when the phone changes its network. A code that was asked for without it is accepted from the same
 * network only.
 */
const codeRequestId = z.uuid('request_id must be a UUID.').optional()

export const loginOtpRequestInput = z.strictObject({
  phone_number: phone(TEXTS.phone_exactly_10, TEXTS.enter_phone),
  request_id: codeRequestId,
})
export const loginOtpVerifyInput = z.strictObject({
  phone_number: phone(TEXTS.phone_exactly_10, TEXTS.enter_phone),
  otp: otpCode,
  request_id: codeRequestId,
})
export const registerOtpRequestInput = z.strictObject({
  phone_number: phone(TEXTS.mobile_10_digits),
  request_id: codeRequestId,
})
export type CodeRequestInput = z.infer<typeof loginOtpRequestInput>
export type PhoneOtpInput = z.infer<typeof loginOtpVerifyInput>

export const otpRequestOutput = z.object({
  detail: z.string(),
  /** Seconds until another code may be asked for. */
  resend_after: z.number(),
})

export const refreshInput = z.strictObject({
  refresh: z.string(TEXTS.session_expired).min(1, TEXTS.session_expired).max(400, TEXTS.session_expired),
})

/** What the browser keeps of the signed-in person. */
export const signedInUser = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string(),
  role: z.enum(ROLES),
})
export type SignedInUser = z.infer<typeof signedInUser>

export const sessionOutput = z.object({ access: z.string(), refresh: z.string(), user: signedInUser })
export type SessionOutput = z.infer<typeof sessionOutput>
export const refreshOutput = z.object({ access: z.string(), refresh: z.string() })

/** The own password: whether there is one, and until when it logs in when another person chose it. */
export const ownPasswordOutput = z.object({ set: z.boolean(), expires_at: z.iso.datetime().nullable() })

export const sessionRow = z.object({
  id: z.string(),
  user_agent: z.string().nullable(),
  created_at: z.string(),
  last_used_at: z.string(),
  current: z.boolean(),
})

/** Subscriber registration, as in section 3 of the specification, without the photo (a file beside it). */
export const registerSubscriberFields = z.strictObject({
  first_name: requiredText(LIMITS.name),
  last_name: requiredText(LIMITS.name),
  phone_number: phone(),
  email: optionalEmail,
  serial_number: z
    .string(TEXTS.required)
    .trim()
    .min(1, TEXTS.required)
    .max(LIMITS.serial_number, TEXTS.serial_unknown)
    .transform(normaliseCode),
  address: requiredText(LIMITS.address),
  pin_code: z.string(TEXTS.required).trim().min(1, TEXTS.required).pipe(pinCode),
  state: chosenState,
  /** Accepted for compatibility and ignored: the term starts today (Asia/Kolkata). */
  start_date: z.string().max(30).nullish(),
  spouse_name: optionalText(LIMITS.name),
  spouse_mobile: optionalPhone,
  relative_name: optionalText(LIMITS.name),
  relative_mobile: optionalPhone,
  friend1_name: optionalText(LIMITS.name),
  friend1_mobile: optionalPhone,
  friend2_name: optionalText(LIMITS.name),
  friend2_mobile: optionalPhone,
  friend3_name: optionalText(LIMITS.name),
  friend3_mobile: optionalPhone,
  friend4_name: optionalText(LIMITS.name),
  friend4_mobile: optionalPhone,
  ...healthFields,
  coupon_code: z
    .string()
    .trim()
    .max(20, TEXTS.coupon_code_invalid)
    .nullish()
    .transform((value) => value || null),
  /** The Terms dialog was accepted. Multipart sends text. */
  terms_accepted: z.union([z.literal(true), z.literal('true')], TEXTS.terms_required).optional(),
  otp: otpCode,
  request_id: codeRequestId,
})
export type RegisterSubscriberFields = z.infer<typeof registerSubscriberFields>

export const profile = z.object({
  photo: z.string().nullable(),
  address: z.string(),
  state: z.string(),
  pin_code: z.string(),
  start_date: z.string(),
  ending_date: z.string(),
  spouse_name: z.string().nullable(),
  spouse_mobile: z.string().nullable(),
  relative_name: z.string().nullable(),
  relative_mobile: z.string().nullable(),
  friend1_name: z.string().nullable(),
  friend1_mobile: z.string().nullable(),
  friend2_name: z.string().nullable(),
  friend2_mobile: z.string().nullable(),
  friend3_name: z.string().nullable(),
  friend3_mobile: z.string().nullable(),
  friend4_name: z.string().nullable(),
  friend4_mobile: z.string().nullable(),
  ...healthData.shape,
  /** Whether the bystander who scans the sticker sees the first name. */
  show_first_name: z.boolean(),
})
export type Profile = z.infer<typeof profile>

export const qrcodeOfUser = z.object({
  /** PNG as a data URL. */
  qr_code: z.string(),
  serial_number: z.string(),
  coupon_code: z.string(),
  status: z.enum(['AVAILABLE', 'USED']),
  voided_at: z.string().nullable(),
})

export const userDetail = signedInUser.extend({ profile: profile.nullable(), qrcode: qrcodeOfUser.nullable() })
export type UserDetail = z.infer<typeof userDetail>

export const userId = z.strictObject({ id: z.coerce.number().int().positive() })

/** The version of the Terms a subscriber accepted; changes whenever their text does. */
export const TERMS_VERSION = CURRENT_NOTICE.version
