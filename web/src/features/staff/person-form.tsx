import { countGraphemes } from '@tvarit/shared/contracts/graphemes'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { hasSameLetters } from '@tvarit/shared/contracts/same-text'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { FieldGrid } from '../../components/form/form-section.tsx'
import { PasswordField } from '../../components/form/password-field.tsx'
import { TextField } from '../../components/form/field.tsx'
import { fieldOf } from '../../lib/field-of.ts'
import { typedPhone } from '../../lib/typed-phone.ts'
import { STAFF_KINDS, type StaffKind } from './staff-kinds.ts'

export interface PersonForm {
  first_name: string
  last_name: string
  phone_number: string
  email: string
  password: string
  confirm_password: string
}

export const EMPTY_PERSON: PersonForm = {
  first_name: '',
  last_name: '',
  phone_number: '',
  email: '',
  password: '',
  confirm_password: '',
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** What is wrong before anything is sent, by field or for the form as a whole. */
export function checkPerson(
  form: PersonForm,
  required: readonly (keyof PersonForm)[],
  fill_all: string,
): { form?: string; fields: Partial<Record<keyof PersonForm, string>> } {
  const empty = required.filter((field) => !form[field].trim())
  const fields: Partial<Record<keyof PersonForm, string>> = {}
  if (!/^\d{10}$/.test(form.phone_number)) fields.phone_number = TEXTS.mobile_10_digits
  if (form.password && countGraphemes(form.password) < LIMITS.password_min) fields.password = TEXTS.password_short
  if (form.email.trim() && !EMAIL.test(form.email.trim())) fields.email = TEXTS.email_invalid
  if (!hasSameLetters(form.password, form.confirm_password)) fields.confirm_password = TEXTS.passwords_differ
  for (const field of empty) fields[field] = TEXTS.required
  if (empty.length > 0) return { form: fill_all, fields }
  // Said aloud by a screen reader; the fields say what is wrong with each.
  return Object.keys(fields).length > 0 ? { form: 'Please check the marked fields.', fields } : { fields }
}

const FIRST_PASSWORD = `8 to 20 characters. Works for ${LIMITS.first_password_hours} hours, in which they choose their own.`

interface PersonFieldsProps {
  form: PersonForm
  errors: Partial<Record<string, string>>
  set: (change: Partial<PersonForm>) => void
  kind: StaffKind
}

export function PersonFields({ form, errors, set, kind }: PersonFieldsProps) {
  const field = fieldOf(form, errors, (name, value) => set({ [name]: value }))
  const password_required = kind === STAFF_KINDS.admin
  return (
    <>
      <FieldGrid>
        <TextField label="First Name" marked autoFocus maxLength={LIMITS.name} {...field('first_name')} />
        <TextField label="Last Name" maxLength={kind.last_name_max} {...field('last_name')} />
      </FieldGrid>
      <TextField
        label="Mobile Number"
        marked
        type="tel"
        inputMode="tel"
        hint="10 digits"
        {...field('phone_number', typedPhone)}
      />
      <TextField label="Email" marked type="email" maxLength={LIMITS.staff_email} {...field('email')} />
      <FieldGrid>
        <PasswordField
          label="Password"
          marked={password_required}
          hint={password_required ? FIRST_PASSWORD : `${FIRST_PASSWORD} Without one they log in with a code.`}
          {...field('password')}
        />
        <PasswordField label="Confirm Password" marked={password_required} {...field('confirm_password')} />
      </FieldGrid>
    </>
  )
}
