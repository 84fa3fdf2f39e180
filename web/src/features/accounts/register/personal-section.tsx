import { pinDigits } from '../../../lib/pin-digits.ts'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TextAreaField, TextField } from '../../../components/plain/field.tsx'
import { FieldGrid, FormSection, WideField } from '../../../components/plain/form-section.tsx'
import { PhotoField } from '../../../components/plain/photo-field.tsx'
import { StateField } from '../../../components/plain/state-field.tsx'
import { typedPhone } from '../../../lib/phone-input.ts'
import type { FieldErrors, FieldName, RegisterForm } from './form-fields.ts'
import type { Wording } from './wording.ts'

export interface SectionProps {
  form: RegisterForm
  errors: FieldErrors
  set: (field: FieldName, value: string) => void
}

interface PersonalSectionProps extends SectionProps {
  wording: Wording
  photo: File | null
  onPhoto: (file: File | null, error: string | null) => void
}

export function PersonalSection({ form, errors, set, wording, photo, onPhoto }: PersonalSectionProps) {
  return (
    <FormSection title="Personal Information">
      <PhotoField photo={photo} error={errors.photo} hint={wording.photo} onPhoto={onPhoto} />
      <FieldGrid>
        <TextField
          label="First Name"
          marked
          autoComplete="given-name"
          maxLength={LIMITS.name}
          value={form.first_name}
          error={errors.first_name}
          onChange={(event) => set('first_name', event.target.value)}
        />
        <TextField
          label="Last Name"
          marked
          autoComplete="family-name"
          maxLength={LIMITS.name}
          value={form.last_name}
          error={errors.last_name}
          onChange={(event) => set('last_name', event.target.value)}
        />
        <TextField
          label="Mobile Number"
          marked
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          hint={wording.mobile}
          value={form.phone_number}
          error={errors.phone_number}
          onChange={(event) => set('phone_number', typedPhone(event.target.value))}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={LIMITS.email}
          value={form.email}
          error={errors.email}
          onChange={(event) => set('email', event.target.value)}
        />
        <TextField
          label="Serial Number"
          marked
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          hint={wording.serial}
          maxLength={LIMITS.serial_number}
          value={form.serial_number}
          error={errors.serial_number}
          onChange={(event) => set('serial_number', event.target.value.toUpperCase())}
        />
        <TextField
          label="PIN Code"
          marked
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={LIMITS.pin_code + 1}
          value={form.pin_code}
          error={errors.pin_code}
          onChange={(event) => set('pin_code', pinDigits(event.target.value))}
        />
        <WideField>
          <TextAreaField
            label="Address"
            marked
            rows={2}
            autoComplete="street-address"
            maxLength={LIMITS.address}
            value={form.address}
            error={errors.address}
            onChange={(event) => set('address', event.target.value)}
          />
        </WideField>
        <StateField value={form.state} error={errors.state} onChange={(state) => set('state', state)} />
      </FieldGrid>
    </FormSection>
  )
}
