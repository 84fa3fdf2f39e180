import type { AlertCard, AlertStatus } from '@tvarit/shared/contracts/alerts'
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

/** What an operator must know before the first word on the phone. */
export function AlertBadges({ card }: { card: AlertCard }) {
  return (
    <>
      {card.drill ? <Pill tone="striped">Drill</Pill> : null}
      {card.verify_by_phone ? <Pill tone="brand">Verify by phone</Pill> : null}
      {card.unregistered ? <Pill tone="grey">Unregistered</Pill> : null}
      {card.expired ? <Pill tone="grey">Expired</Pill> : null}
      {card.status === 'PENDING' && !card.claimed_by && card.escalation_level > 0 ? (
        <Pill tone="grey">Escalated, level {card.escalation_level}</Pill>
      ) : null}
      {card.places_differ ? <Pill tone="red">Two places reported</Pill> : null}
      {card.follows_id === null ? null : <Pill tone="brand">Again after alert {card.follows_id}</Pill>}
      {card.report_count > 1 ? <Pill tone="brand">{card.report_count} reports</Pill> : null}
    </>
  )
}
