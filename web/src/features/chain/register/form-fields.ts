import { countGraphemes } from '@tvarit/shared/contracts/graphemes'
import { indianDay } from '@tvarit/shared/contracts/indian-time'
import type { Found } from '../../../components/form/found-field.tsx'
import { birthProblem, compactUpper, KYC_FIELDS, type KycField, softProblem } from '@tvarit/shared/contracts/kyc'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { serverNow } from '../../../lib/server-clock.ts'

/** The eighteen text fields, as typed. */
export const EMPTY_TEXTS = {
  first_name: '',
  last_name: '',
  email: '',
  phone_number: '',
  password: '',
  firm_name: '',
  date_of_birth: '',
  address: '',
  pin_code: '',
  district: '',
  state: '',
  bank_account_number: '',
  ifsc_code: '',
  bank_name: '',
  bank_branch: '',
  aadhar_number: '',
  pan_number: '',
  gst_number: '',
}
export type Texts = typeof EMPTY_TEXTS
export type TextName = keyof Texts

export const NO_FILES = { photo: null, aadhar_upload: null, pan_upload: null, gstin_upload: null }
export type FileName = keyof typeof NO_FILES
export type Files = Record<FileName, File | null>

export type FieldName = TextName | FileName | 'parent_id'
export type FieldErrors = Partial<Record<FieldName, string>>

const TEXT_NAMES = Object.keys(EMPTY_TEXTS) as TextName[]
const FILE_NAMES = Object.keys(NO_FILES) as FileName[]
const FIELD_NAMES: ReadonlySet<string> = new Set([...TEXT_NAMES, ...FILE_NAMES, 'parent_id'])
export const isField = (name: string): name is FieldName => FIELD_NAMES.has(name)

const today = (): string => indianDay(serverNow())

/** What is wrong with a filled text before anything is sent; the server checks all of it again. */
const RULES: Partial<Record<TextName, (value: string) => string | null>> = {
  email: (value) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? null : TEXTS.email_invalid),
  phone_number: (value) => (/^\d{10}$/.test(value) ? null : TEXTS.mobile_10_digits),
  password: (value) => (countGraphemes(value) >= LIMITS.password_min ? null : TEXTS.password_short),
  date_of_birth: (value) => (value < today() ? null : TEXTS.birth_past),
  pin_code: (value) => (/^\d{6}$/.test(value) ? null : TEXTS.pin_6_digits),
  aadhar_number: (value) => (/^\d{12}$/.test(compactUpper(value)) ? null : TEXTS.aadhar_12_digits),
}

/** `parent` is undefined where the form does not ask for one. `rejected` are files that were chosen and not taken. */
export function checkForm(
  texts: Texts,
  files: Files,
  parent: Found | null | undefined,
  rejected: FieldErrors,
): FieldErrors {
  const errors: FieldErrors = {}
  if (parent === null) errors.parent_id = TEXTS.parent_required
  for (const name of TEXT_NAMES) {
    const problem = texts[name].trim() ? RULES[name]?.(texts[name].trim()) : TEXTS.required
    if (problem) errors[name] = problem
  }
  for (const name of FILE_NAMES) if (!files[name]) errors[name] = rejected[name] ?? TEXTS.required
  return errors
}

/** A number of this length is complete: what looks wrong can be said before the field is left. */
const COMPLETE: Partial<Record<TextName, number>> = {
  phone_number: LIMITS.phone,
  aadhar_number: LIMITS.aadhar,
  pan_number: 10,
  gst_number: 15,
  ifsc_code: 11,
  pin_code: LIMITS.pin_code,
}

const isKycField = (name: string): name is KycField => KYC_FIELDS.some((field) => field === name)

/** What looks wrong with a field without being rejected, once it was left or is complete. */
export function softHint(name: TextName, texts: Texts, left: ReadonlySet<TextName>): string | null {
  const value = compactUpper(texts[name])
  if (!value || (!left.has(name) && value.length !== COMPLETE[name])) return null
  if (name === 'date_of_birth') return value < today() ? birthProblem(texts[name], today()) : null
  return isKycField(name) ? softProblem(name, value, compactUpper(texts.pan_number)) : null
}

/** The multipart body of the registration. The level is named, so that a person whose role changed is rejected. */
export function toFormData(role: string, texts: Texts, files: Files, parent: Found | null | undefined): FormData {
  const data = new FormData()
  data.set('role', role)
  if (parent) data.set('parent_id', String(parent.id))
  for (const name of TEXT_NAMES) data.set(name, name === 'password' ? texts[name] : texts[name].trim())
  for (const name of FILE_NAMES) if (files[name]) data.set(name, files[name])
  return data
}
