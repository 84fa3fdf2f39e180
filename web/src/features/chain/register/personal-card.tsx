import { indianDay } from '@tvarit/shared/contracts/indian-time'
import { onlyDigits } from '../../../lib/only-digits.ts'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TextAreaField } from '../../../components/form/field.tsx'
import { DateField } from '../../../components/form/date-field.tsx'
import { FormSection, WideField } from '../../../components/form/form-section.tsx'
import { PasswordField } from '../../../components/form/password-field.tsx'
import { PhotoField } from '../../../components/form/upload-field.tsx'
import { StateField } from '../../../components/form/state-field.tsx'
import { typedPhone } from '../../../lib/typed-phone.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { FormText, SoftHint } from './form-text.tsx'
import type { SubordinateFormState } from './use-subordinate-form.ts'

export function PersonalCard({ form }: { form: SubordinateFormState }) {
  const photo = form.file('photo')
  const password = form.text('password')
  const address = form.text('address')
  const state = form.text('state')
  const birth = form.text('date_of_birth')
  return (
    <FormSection title="Personal">
      <WideField>
        <PhotoField file={photo.file} error={photo.error} marked onFile={photo.set} />
      </WideField>
      <FormText form={form} name="first_name" label="First Name" maxLength={LIMITS.name} />
      <FormText form={form} name="last_name" label="Last Name" maxLength={LIMITS.name} />
      <FormText form={form} name="email" label="Email" type="email" maxLength={LIMITS.staff_email} />
      <FormText
        form={form}
        name="phone_number"
        label="Mobile Number"
        hint="10 digits. They log in with it."
        type="tel"
        inputMode="tel"
        typed={typedPhone}
      />
      <DateField
        label="Date of Birth"
        marked
        min="1900-01-01"
        max={indianDay(serverNow())}
        value={birth.value}
        error={birth.error}
        hint={birth.soft && <SoftHint text={birth.soft} />}
        onChange={birth.set}
        onBlur={birth.leave}
      />
      <PasswordField
        label="Password"
        marked
        hint={`8 to 20 characters. Hand it over in person: it works for ${LIMITS.first_password_hours} hours, in which they choose their own.`}
        value={password.value}
        error={password.error}
        onChange={password.set}
      />
      <WideField>
        <FormText form={form} name="firm_name" label="Firm Name" maxLength={LIMITS.firm_name} />
      </WideField>
      <WideField>
        <TextAreaField
          label="Address"
          marked
          rows={2}
          autoComplete="off"
          maxLength={LIMITS.address}
          value={address.value}
          error={address.error}
          onChange={(event) => address.set(event.target.value)}
        />
      </WideField>
      <FormText form={form} name="district" label="District" maxLength={LIMITS.district} />
      <FormText form={form} name="pin_code" label="PIN Code" inputMode="numeric" typed={onlyDigits} />
      <StateField value={state.value} error={state.error} onChange={state.set} />
    </FormSection>
  )
}
