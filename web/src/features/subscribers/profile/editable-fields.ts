import type { Profile } from '@tvarit/shared/contracts/accounts'

export const FAMILY = [
  { label: 'Spouse', name: 'spouse_name', mobile: 'spouse_mobile' },
  { label: 'Relative', name: 'relative_name', mobile: 'relative_mobile' },
] as const

export const FRIENDS = [
  { label: 'Friend 1', name: 'friend1_name', mobile: 'friend1_mobile' },
  { label: 'Friend 2', name: 'friend2_name', mobile: 'friend2_mobile' },
  { label: 'Friend 3', name: 'friend3_name', mobile: 'friend3_mobile' },
  { label: 'Friend 4', name: 'friend4_name', mobile: 'friend4_mobile' },
] as const

export type EditableField =
  | 'address'
  | 'state'
  | 'pin_code'
  | 'health_conditions'
  | 'medicines'
  | (typeof FAMILY | typeof FRIENDS)[number]['name' | 'mobile']

/** What a profile form holds: text for every editable field. */
export function editableOf(profile: Profile): Record<EditableField, string> {
  const contacts = [...FAMILY, ...FRIENDS].flatMap(({ name, mobile }) => [
    [name, profile[name] ?? ''],
    [mobile, profile[mobile] ?? ''],
  ])
  return {
    address: profile.address,
    state: profile.state,
    pin_code: profile.pin_code,
    health_conditions: profile.health_conditions ?? '',
    medicines: profile.medicines ?? '',
    ...(Object.fromEntries(contacts) as Record<(typeof FAMILY | typeof FRIENDS)[number]['name' | 'mobile'], string>),
  }
}
