import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { PinPlace } from '@tvarit/shared/contracts/places'
import { useState } from 'react'
import { TextAreaField, TextField } from '../../../components/plain/field.tsx'
import { FieldGrid, FormSection, WideField } from '../../../components/plain/form-section.tsx'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { PhotoField } from '../../../components/plain/photo-field.tsx'
import { StateField } from '../../../components/plain/state-field.tsx'
import { fieldOf } from '../../../lib/field-of.ts'
import { typedPhone } from '../../../lib/typed-phone.ts'
import { onlyDigits } from '../../../lib/only-digits.ts'
import { api } from '../../../lib/trpc.ts'
import type { FieldErrors, FieldName, RegisterForm } from './form-fields.ts'
import type { Wording } from './wording.ts'

export interface SectionProps {
  form: RegisterForm
  errors: FieldErrors
  set: (field: FieldName, value: string) => void
}

interface PersonalSectionProps extends SectionProps {
  wording: Wording
  /** The state of a PIN code that has just been typed. */
  suggestState: (pin_code: string, state: string) => void
  photo: File | null
  onPhoto: (file: File | null, error: string | null) => void
}

export function PersonalSection({ form, errors, set, wording, suggestState, photo, onPhoto }: PersonalSectionProps) {
  const field = fieldOf(form, errors, set)
  const [found, setFound] = useState<{ pin_code: string; place: PinPlace } | null>(null)
  const onPin = (typed: string) => {
    const pin_code = onlyDigits(typed)
    set('pin_code', pin_code)
    if (pin_code.length !== LIMITS.pin_code) return
    api.places.byPin.query({ pin_code }).then(
      (place) => {
        setFound({ pin_code, place })
        if (place) suggestState(pin_code, place.state)
      },
      // A suggestion: without the network there is none.
      () => null,
    )
  }
  const place = found?.pin_code === form.pin_code ? found.place : null
  const town = place?.town
  const missing = town && form.address && !form.address.toLowerCase().includes(town.toLowerCase())

  return (
    <FormSection title="Personal Information">
      <PhotoField photo={photo} error={errors.photo} hint={wording.photo} onPhoto={onPhoto} />
      <FieldGrid>
        <TextField
          label="First Name"
          marked
          autoComplete="given-name"
          maxLength={LIMITS.name}
          {...field('first_name')}
        />
        <TextField
          label="Last Name"
          marked
          autoComplete="family-name"
          maxLength={LIMITS.name}
          {...field('last_name')}
        />
        <TextField
          label="Mobile Number"
          marked
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          hint={wording.mobile}
          {...field('phone_number', typedPhone)}
        />
        <TextField label="Email" type="email" autoComplete="email" maxLength={LIMITS.email} {...field('email')} />
        <TextField
          label="Serial Number"
          marked
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          hint={wording.serial}
          maxLength={LIMITS.serial_number}
          {...field('serial_number', (text) => text.toUpperCase())}
        />
        <TextField
          label="PIN Code"
          marked
          inputMode="numeric"
          autoComplete="postal-code"
          hint={place ? [town, place.state].filter(Boolean).join(', ') : null}
          {...field('pin_code')}
          onChange={(event) => onPin(event.target.value)}
        />
        <WideField>
          <TextAreaField
            label="Address"
            marked
            rows={2}
            autoComplete="street-address"
            maxLength={LIMITS.address}
            hint={
              missing ? (
                <PlainButton kind="quiet" onClick={() => set('address', `${form.address.trim()}, ${town}`)}>
                  {`Add ${town} to the address`}
                </PlainButton>
              ) : null
            }
            {...field('address')}
          />
        </WideField>
        <StateField {...field('state')} />
      </FieldGrid>
    </FormSection>
  )
}
