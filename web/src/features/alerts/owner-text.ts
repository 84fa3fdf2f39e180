import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { indianTime } from '@tvarit/shared/contracts/indian-time'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { secondsSince } from './alert-facts.ts'

/** The owner reads the seconds until it rings again when so many are left. */
const WARN_SECONDS = 60

/** Who answers for an open alert, in words. */
export function ownerText(
  card: Pick<
    AlertCard,
    'claimed_by' | 'claimed_at' | 'given_back' | 'owner_deadline' | 'waiting_since' | 'dispatch' | 'dispatch_end'
  >,
  own_id: number | undefined,
  now: number,
): string {
  const { claimed_by, claimed_at, given_back, owner_deadline } = card
  if (!claimed_by) {
    if (!given_back) return 'No operator yet'
    return hasMovedOn(card) ? `Given back at ${indianTime(card.waiting_since)}` : `Given back: ${given_back}`
  }
  const own = claimed_by.id === own_id
  const who = `${own ? 'You' : claimed_by.name} claimed it${claimed_at ? ` at ${indianTime(claimed_at)}` : ''}`
  const left = owner_deadline ? -secondsSince(owner_deadline, now) : Infinity
  if (left <= 0) return `${who}, but the time to act is over`
  if (!own || left > WARN_SECONDS) return who
  return `${who}. Without a dispatch, note or call it rings again in ${Math.ceil(left)} s`
}

/** The ambulance has made a step since the alert was given back: what the reason says of it is no longer so. */
const hasMovedOn = ({
  waiting_since,
  dispatch,
  dispatch_end,
}: Pick<AlertCard, 'waiting_since' | 'dispatch' | 'dispatch_end'>): boolean =>
  [dispatch?.since, dispatch_end?.at].some((at) => at !== undefined && Date.parse(at) > Date.parse(waiting_since))

/** Who closed an alert, in words. */
export function closedText(alert: Pick<AlertCard, 'status' | 'drill' | 'attending_staff' | 'closed_at'>): string {
  if (alert.drill && !alert.attending_staff) return TEXTS.drill_ended
  const who = alert.attending_staff?.name ?? 'An operator'
  const what = alert.status === 'ATTENDED' ? 'attended' : 'rejected'
  return `${who} ${what} this alert${alert.closed_at ? ` at ${indianTime(alert.closed_at)}` : ''}`
}
