import { relativesWaitText, VERIFY_BY_PHONE } from '@tvarit/shared/contracts/alert-rules'
import type { AlertCard, AlertStatus } from '@tvarit/shared/contracts/alerts'
import type { EscalationLevel } from '@tvarit/shared/contracts/escalation'
import { Pill } from '../../components/pill.tsx'

const STATUS = {
  PENDING: { tone: 'yellow', label: 'Pending' },
  ATTENDED: { tone: 'green', label: 'Attended' },
  REJECTED: { tone: 'red', label: 'Rejected' },
} as const satisfies Record<AlertStatus, object>

/** In the order of the status filter. */
export const STATUS_LABELS = Object.entries(STATUS).map(([status, { label }]) => ({
  status: status as AlertStatus,
  label,
}))

/** Pending yellow, attended green, rejected red. */
export function AlertStatusPill({ status }: { status: AlertStatus }) {
  return <Pill tone={STATUS[status].tone}>{STATUS[status].label}</Pill>
}

/** How often an unclaimed alert was escalated, and what the last time did. Since when it waits stands beside. */
const ESCALATED = [
  null,
  ['Escalated once', 'every console louder'],
  ['Escalated twice', 'SMS to every admin'],
  ['Escalated 3 times', 'SMS to admins and on-call'],
] as const satisfies Record<EscalationLevel, readonly [string, string] | null>

/** What an operator must know before the first word on the phone. `short`: for a line of the board. */
export function AlertBadges({ card, short = false }: { card: AlertCard; short?: boolean }) {
  const waits = card.status === 'PENDING' && !card.claimed_by
  const escalated = waits ? ESCALATED[card.escalation_level as EscalationLevel] : null
  return (
    <>
      {card.drill ? <Pill tone="striped">Drill</Pill> : null}
      {card.verify_by_phone ? <Pill tone="brand">{VERIFY_BY_PHONE}</Pill> : null}
      {card.relatives_wait_for ? (
        <Pill tone="brand">{short ? 'Relatives wait' : relativesWaitText(card.relatives_wait_for)}</Pill>
      ) : null}
      {card.unregistered ? <Pill tone="grey">Unregistered</Pill> : null}
      {card.expired ? <Pill tone="grey">Expired</Pill> : null}
      {escalated ? <Pill tone="red">{short ? escalated[0] : escalated.join(': ')}</Pill> : null}
      {card.places_differ ? <Pill tone="red">Two places reported</Pill> : null}
      {card.incident_id === null ? null : <Pill tone="brand">Accident {card.incident_id}</Pill>}
      {card.follows_id === null ? null : <Pill tone="brand">Again after alert {card.follows_id}</Pill>}
      {card.report_count > 1 ? <Pill tone="brand">{card.report_count} reports</Pill> : null}
    </>
  )
}
