import type { Profile } from '@tvarit/shared/contracts/accounts'
import { HEALTH_FIELDS, type HealthField } from '@tvarit/shared/contracts/medical'
import { type ContactField, EMERGENCY_CONTACTS } from '@tvarit/shared/contracts/emergency-contacts'

export const FAMILY = EMERGENCY_CONTACTS.filter(({ relation }) => !relation.startsWith('Friend'))
export const FRIENDS = EMERGENCY_CONTACTS.filter(({ relation }) => relation.startsWith('Friend'))

/** Every field of the form that a hint may lead to. */
export type FormField = EditableField | 'photo' | 'show_first_name'

export type EditableField = 'address' | 'state' | 'pin_code' | HealthField | ContactField

/** Whether a word is the name of a field of the form. */
export const isFormField = (name: string, profile: Profile): name is FormField =>
  ['photo', 'show_first_name'].includes(name) || name in editableOf(profile)

/** What a profile form holds: text for every editable field. */
export function editableOf(profile: Profile): Record<EditableField, string> {
  const contacts = EMERGENCY_CONTACTS.flatMap(({ name, mobile }) => [
    [name, profile[name] ?? ''],
    [mobile, profile[mobile] ?? ''],
  ])
  return {
    address: profile.address,
    state: profile.state,
    pin_code: profile.pin_code,
    ...(Object.fromEntries(HEALTH_FIELDS.map((field) => [field, profile[field] ?? ''])) as Record<HealthField, string>),
    ...(Object.fromEntries(contacts) as Record<ContactField, string>),
  }
}
