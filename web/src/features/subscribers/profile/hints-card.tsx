import type { Profile, UserDetail } from '@tvarit/shared/contracts/accounts'
import type { ContactCheck } from '@tvarit/shared/contracts/contact-checks'
import { EMERGENCY_CONTACTS } from '@tvarit/shared/contracts/emergency-contacts'
import { Card } from '../../../components/card.tsx'
import { LinkButton } from '../../../components/link-button.tsx'
import { CONTACT_CHECK, profileLink } from './profile-places.ts'
import { useContactChecks } from './contact-check-card.tsx'
import type { FormField } from './editable-fields.ts'

interface Hint {
  text: string
  /** What the link says, and the place of the profile page that it opens. */
  action: string
  place: FormField | typeof CONTACT_CHECK
}

/** What is missing for help to be at its best, each with the way to it. Nothing when nothing is missing. */
export function HintsCard({ user }: { user: UserDetail }) {
  const checks = useContactChecks().data
  const hints = user.profile ? hintsOf(user.profile, checks) : []
  if (hints.length === 0) return null
  return (
    <Card title="Make your profile complete">
      <ul className="lines pairs">
        {hints.map(({ text, action, place }) => (
          <li key={text}>
            <span>{text}</span>
            <LinkButton to={profileLink(place)}>{action}</LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What is missing, the most useful first. */
export function hintsOf(profile: Profile, checks: readonly ContactCheck[] | undefined): Hint[] {
  const numbers = new Set(EMERGENCY_CONTACTS.map(({ mobile }) => profile[mobile]).filter(Boolean))
  const free = EMERGENCY_CONTACTS.find(({ mobile }) => !profile[mobile])
  const hints: (Hint | false | undefined)[] = [
    !profile.photo && {
      text: 'No photo: the crew recognises you faster with one.',
      action: 'Add a photo',
      place: 'photo',
    },
    numbers.size < 2 &&
      free && {
        text:
          numbers.size === 0
            ? 'No emergency contact.'
            : 'Only one emergency contact: a second one is there when the first sleeps.',
        action: 'Add a contact',
        place: free.mobile,
      },
    !profile.health_conditions && {
      text: 'No health conditions noted. If you have none, write "none": doctors can rely on that.',
      action: 'Add conditions',
      place: 'health_conditions',
    },
    !profile.allergies && {
      text: 'No allergies noted. If you have none, write "none".',
      action: 'Add allergies',
      place: 'allergies',
    },
    !profile.medicines && {
      text: 'No medicines noted. If you take none, write "none".',
      action: 'Add medicines',
      place: 'medicines',
    },
    !profile.show_first_name && {
      text: 'The person who helps you does not get your first name, so they cannot speak to you by it.',
      action: 'Allow my first name',
      place: 'show_first_name',
    },
    contactHint(checks),
  ]
  return hints.filter((hint): hint is Hint => Boolean(hint))
}

function contactHint(checks: readonly ContactCheck[] | undefined): Hint | undefined {
  const failed = checks?.filter(({ state }) => state === 'failed') ?? []
  if (failed.length > 0) {
    const who = failed.map(({ name, relation }) => name ?? relation).join(', ')
    return { text: `The SMS did not reach ${who}.`, action: 'Look at contacts', place: CONTACT_CHECK }
  }
  if (!checks?.some(({ state }) => state === 'never')) return undefined
  return {
    text: 'Not every contact was asked whether the number is right.',
    action: 'Check contacts',
    place: CONTACT_CHECK,
  }
}
