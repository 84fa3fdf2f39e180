import type { Profile } from '@tvarit/shared/contracts/accounts'

export interface Contact {
  relation: string
  name: string | null
  mobile: string | null
}

/** The contacts of a profile in the order they are called; the fourth friend only where there is one. */
export function contactsOf(profile: Profile): Contact[] {
  const contacts = [
    { relation: 'Spouse', name: profile.spouse_name, mobile: profile.spouse_mobile },
    { relation: 'Relative', name: profile.relative_name, mobile: profile.relative_mobile },
    { relation: 'Friend 1', name: profile.friend1_name, mobile: profile.friend1_mobile },
    { relation: 'Friend 2', name: profile.friend2_name, mobile: profile.friend2_mobile },
    { relation: 'Friend 3', name: profile.friend3_name, mobile: profile.friend3_mobile },
  ]
  const fourth = { relation: 'Friend 4', name: profile.friend4_name, mobile: profile.friend4_mobile }
  return fourth.name || fourth.mobile ? [...contacts, fourth] : contacts
}
