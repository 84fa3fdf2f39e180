import type { Profile, UserDetail } from '@tvarit/shared/contracts/accounts'
import type { ContactCheck } from '@tvarit/shared/contracts/contact-checks'
import { EMERGENCY_CONTACTS } from '@tvarit/shared/contracts/emergency-contacts'
import { Button } from 'antd'
import { Card } from '../../../components/card.tsx'
import styles from '../subscribers.module.css'
import { useContactChecks } from './contact-check-card.tsx'
import type { FormField } from './editable-fields.ts'

/** Where the contact check stands on this page. */
export const CONTACT_CHECK_ID = 'contact-check'

interface Hint {
  text: string
  /** What the button says, and the field it opens; the contact check has no field. */
  action: string
  field: FormField | null
}

/** What is missing for help to be at its best, each with the way to it. Nothing when nothing is missing. */
export function HintsCard({ user, onEdit }: { user: UserDetail; onEdit: (field: FormField) => void }) {
  const checks = useContactChecks().data
  const hints = user.profile ? hintsOf(user.profile, checks) : []
  if (hints.length === 0) return null
  return (
    <Card title="Make your profile complete">
      <ul className={styles.hints}>
        {hints.map(({ text, action, field }) => (
          <li key={text}>
            <span>{text}</span>
            <Button size="small" onClick={() => (field ? onEdit(field) : goToContactCheck())}>
              {action}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function goToContactCheck(): void {
  const card = document.querySelector<HTMLElement>(`#${CONTACT_CHECK_ID}`)
  card?.scrollIntoView({ block: 'center' })
  card?.focus({ preventScroll: true })
}

/** What is missing, the most useful first. */
export function hintsOf(profile: Profile, checks: readonly ContactCheck[] | undefined): Hint[] {
  const numbers = new Set(EMERGENCY_CONTACTS.map(({ mobile }) => profile[mobile]).filter(Boolean))
  const free = EMERGENCY_CONTACTS.find(({ mobile }) => !profile[mobile])
  const hints: (Hint | false | undefined)[] = [
    !profile.photo && {
      text: 'No photo: the crew recognises you faster with one.',
      action: 'Add a photo',
      field: 'photo',
    },
    numbers.size < 2 &&
      free && {
        text:
          numbers.size === 0
            ? 'No emergency contact.'
            : 'Only one emergency contact: a second one is there when the first sleeps.',
        action: 'Add a contact',
        field: free.mobile,
      },
    !profile.health_conditions && {
      text: 'No health conditions noted. If you have none, write "none": doctors can rely on that.',
      action: 'Add conditions',
      field: 'health_conditions',
    },
    !profile.allergies && {
      text: 'No allergies noted. If you have none, write "none".',
      action: 'Add allergies',
      field: 'allergies',
    },
    !profile.medicines && {
      text: 'No medicines noted. If you take none, write "none".',
      action: 'Add medicines',
      field: 'medicines',
    },
    !profile.show_first_name && {
      text: 'The person who helps you is not told your first name, so they cannot speak to you by it.',
      action: 'Allow my first name',
      field: 'show_first_name',
    },
    contactHint(checks),
  ]
  return hints.filter((hint): hint is Hint => Boolean(hint))
}

function contactHint(checks: readonly ContactCheck[] | undefined): Hint | undefined {
  const failed = checks?.filter(({ state }) => state === 'failed') ?? []
  if (failed.length > 0) {
    const who = failed.map(({ name, relation }) => name ?? relation).join(', ')
    return { text: `The SMS did not reach ${who}.`, action: 'Look at contacts', field: null }
  }
  if (!checks?.some(({ state }) => state === 'never')) return undefined
  return { text: 'Not every contact was asked whether the number is right.', action: 'Check contacts', field: null }
}
