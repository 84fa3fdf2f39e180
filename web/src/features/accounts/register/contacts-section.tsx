import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TextField } from '../../../components/plain/field.tsx'
import { FieldGrid, FormSection } from '../../../components/plain/form-section.tsx'
import { fieldOf } from '../../../lib/field-of.ts'
import { typedPhone } from '../../../lib/typed-phone.ts'
import { CONTACTS } from './form-fields.ts'
import type { SectionProps } from './personal-section.tsx'
import type { Wording } from './wording.ts'

/** Not checked, so not marked: few contacts are no mistake. The form asks once before it goes on. */
export function ContactsSection({ form, errors, set, wording }: SectionProps & { wording: Wording }) {
  const field = fieldOf(form, errors, set)
  return (
    <FormSection title="Emergency Contacts">
      <p className="muted">{wording.contacts}</p>
      {CONTACTS.map(({ label, name, mobile }) => (
        <FieldGrid key={name}>
          <TextField label={`${label} name`} autoComplete="off" maxLength={LIMITS.name} {...field(name)} />
          <TextField
            label={`${label} mobile`}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            {...field(mobile, typedPhone)}
          />
        </FieldGrid>
      ))}
    </FormSection>
  )
}
