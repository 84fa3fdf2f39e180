/** What the form holds: text for every field, as typed. */
export interface RegisterForm {
  first_name: string
  last_name: string
  phone_number: string
  email: string
  serial_number: string
  address: string
  pin_code: string
  state: string
  spouse_name: string
  spouse_mobile: string
  relative_name: string
  relative_mobile: string
  friend1_name: string
  friend1_mobile: string
  friend2_name: string
  friend2_mobile: string
  friend3_name: string
  friend3_mobile: string
  blood_group: string
  allergies: string
  health_conditions: string
  medicines: string
  date_of_birth: string
  sex: string
  coupon_code: string
}

export type FieldName = keyof RegisterForm
export type FieldErrors = Partial<Record<FieldName | 'photo', string>>

export const emptyForm = (): RegisterForm => ({
  first_name: '',
  last_name: '',
  phone_number: '',
  email: '',
  serial_number: '',
  address: '',
  pin_code: '',
  state: '',
  spouse_name: '',
  spouse_mobile: '',
  relative_name: '',
  relative_mobile: '',
  friend1_name: '',
  friend1_mobile: '',
  friend2_name: '',
  friend2_mobile: '',
  friend3_name: '',
  friend3_mobile: '',
  blood_group: '',
  allergies: '',
  health_conditions: '',
  medicines: '',
  date_of_birth: '',
  sex: '',
  coupon_code: '',
})

/** The emergency contacts in the order of the form, with the names of their fields. */
export const CONTACTS = [
  { label: 'Spouse', name: 'spouse_name', mobile: 'spouse_mobile' },
  { label: 'Close relative', name: 'relative_name', mobile: 'relative_mobile' },
  { label: 'Friend 1', name: 'friend1_name', mobile: 'friend1_mobile' },
  { label: 'Friend 2', name: 'friend2_name', mobile: 'friend2_mobile' },
  { label: 'Friend 3', name: 'friend3_name', mobile: 'friend3_mobile' },
] as const

/** What is never kept in a browser. Without the schema, which comes after the first step of a phone. */
export const HEALTH = [
  'blood_group',
  'allergies',
  'health_conditions',
  'medicines',
  'date_of_birth',
  'sex',
] as const satisfies readonly FieldName[]

/** The multipart body of the registration. Empty fields stay out; a fourth friend has no place on this form. */
export function toFormData(
  form: RegisterForm,
  photo: File | null,
  code: { otp: string; request_id: string },
): FormData {
  const data = new FormData()
  for (const [field, value] of Object.entries(form)) if (value.trim()) data.set(field, value.trim())
  data.set('terms_accepted', 'true')
  data.set('otp', code.otp)
  data.set('request_id', code.request_id)
  if (photo) data.set('photo', photo)
  return data
}
