/** The contacts of a subscriber in the order they are notified, and the fields of the profile they stand in. */
export const EMERGENCY_CONTACTS = [
  { relation: 'Spouse', name: 'spouse_name', mobile: 'spouse_mobile' },
  { relation: 'Relative', name: 'relative_name', mobile: 'relative_mobile' },
  { relation: 'Friend 1', name: 'friend1_name', mobile: 'friend1_mobile' },
  { relation: 'Friend 2', name: 'friend2_name', mobile: 'friend2_mobile' },
  { relation: 'Friend 3', name: 'friend3_name', mobile: 'friend3_mobile' },
  { relation: 'Friend 4', name: 'friend4_name', mobile: 'friend4_mobile' },
] as const

export type ContactField = (typeof EMERGENCY_CONTACTS)[number]['name' | 'mobile']

export interface Contact {
  relation: string
  name: string | null
  mobile: string | null
}

/** The contacts as a list; the fourth friend only where there is one (the specification knows three). */
export function contactsOf(profile: Record<ContactField, string | null>): Contact[] {
  return EMERGENCY_CONTACTS.map(({ relation, name, mobile }) => ({
    relation,
    name: profile[name],
    mobile: profile[mobile],
  })).filter(({ relation, name, mobile }) => relation !== 'Friend 4' || name || mobile)
}
