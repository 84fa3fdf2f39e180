import { z } from 'zod'
import { chosenState } from './accounts.ts'
import { day, phone, pinCode, requiredText, textUpTo } from './formats.ts'
import { compactUpper } from './kyc.ts'
import { LIMITS } from './limits.ts'
import { listOf } from './lists.ts'
import { ROLES } from './roles.ts'
import { email, newPassword } from './staff.ts'
import { TEXTS } from './texts.ts'
import { requestId } from './requests.ts'

/** The sales chain from the top down. Each level registers and manages the one below. */
export const CHAIN_ROLES = ['super_distributor', 'distributor', 'retailer'] as const
export const chainRole = z.enum(CHAIN_ROLES)
export type ChainRole = z.infer<typeof chainRole>

export const chainRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string(),
  firm_name: z.string(),
  /** Until when a first password logs in; null once the member chose their own. */
  password_expires_at: z.iso.datetime().nullable(),
})
export type ChainRow = z.infer<typeof chainRow>
export const chainList = listOf(chainRow)

/** The identity numbers are masked, the uploads are signed paths that work for five minutes. */
export const chainMember = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string(),
  role: z.enum(ROLES),
  firm_name: z.string(),
  parent: z.object({ id: z.number(), name: z.string(), role: z.enum(ROLES) }).nullable(),
  distributor_profile: z.object({
    photo: z.string().nullable(),
    firm_name: z.string(),
    address: z.string(),
    district: z.string(),
    state: z.string(),
    pin_code: z.string(),
    date_of_birth: z.string(),
    alternate_mobile_number: z.string().nullable(),
    aadhar_number: z.string().nullable(),
    pan_number: z.string().nullable(),
    gst_number: z.string().nullable(),
    bank_name: z.string().nullable(),
    bank_branch: z.string().nullable(),
    bank_account_number: z.string().nullable(),
    ifsc_code: z.string().nullable(),
    aadhar_upload: z.string().nullable(),
    pan_upload: z.string().nullable(),
    gstin_upload: z.string().nullable(),
    /** Soft findings of the formats, as `field:problem`; only for an admin. */
    kyc_flags: z.array(z.string()),
  }),
})
export type ChainMember = z.infer<typeof chainMember>
export const chainMemberId = z.strictObject({ id: z.coerce.number().int().positive() })

/** Those an admin may choose as the parent of a new distributor (super distributors) or retailer (distributors). */
export const parentChoiceInput = z.strictObject({
  role: z.enum(['super_distributor', 'distributor']),
  search: textUpTo(LIMITS.search).optional(),
})
export const parentChoices = z.array(z.object({ id: z.number(), name: z.string(), firm_name: z.string() }))

/** A GSTIN is among them because it carries the PAN. */
export const REVEALED_FIELDS = ['aadhar_number', 'pan_number', 'gst_number', 'bank_account_number'] as const
export const revealInput = chainMemberId.extend({
  field: z.enum(REVEALED_FIELDS),
  reason: requiredText(LIMITS.void_reason, TEXTS.reveal_reason, 5),
})
export type Reveal = z.output<typeof revealInput>

/** Compact first: separators do not count. */
const code = (max: number) => z.string(TEXTS.required).overwrite(compactUpper).pipe(requiredText(max))
const document = z.instanceof(File, { error: TEXTS.required })

/**
 * A new member of the chain: 18 fields and four files, all required. `role` and `parent_id` are an admin's: without
 * them an admin registers a super distributor. Other callers register the level below as their own child. The server
 * checks by its content that a document is a PDF.
 */
export const registerSubordinateFields = z.strictObject({
  ...requestId,
  first_name: requiredText(LIMITS.name),
  last_name: requiredText(LIMITS.name),
  email,
  phone_number: phone(),
  password: newPassword,
  firm_name: requiredText(LIMITS.firm_name),
  date_of_birth: z.string(TEXTS.required).min(1, TEXTS.required).pipe(day),
  address: requiredText(LIMITS.address),
  pin_code: z.string(TEXTS.required).trim().min(1, TEXTS.required).pipe(pinCode),
  district: requiredText(LIMITS.district),
  state: chosenState,
  bank_account_number: code(LIMITS.kyc_code),
  ifsc_code: code(LIMITS.kyc_code),
  bank_name: requiredText(LIMITS.bank),
  bank_branch: requiredText(LIMITS.bank),
  aadhar_number: code(LIMITS.kyc_code).pipe(z.string().regex(/^\d{12}$/, TEXTS.aadhar_12_digits)),
  pan_number: code(LIMITS.kyc_code),
  gst_number: code(LIMITS.kyc_code),
  role: chainRole.optional(),
  parent_id: z.coerce.number().int().positive().optional(),
  photo: document,
  aadhar_upload: document,
  pan_upload: document,
  gstin_upload: document,
})
export type RegisterSubordinate = z.output<typeof registerSubordinateFields>
