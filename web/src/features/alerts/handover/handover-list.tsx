import type { AlertMessage } from '@tvarit/shared/contracts/alerts'
import type { HandoverView } from '@tvarit/shared/contracts/handover'
import { Button } from 'antd'
import { indianTime } from '@tvarit/shared/contracts/indian-time'
import { Pill } from '../../../components/pill.tsx'
import { MESSAGE_STATE } from '../message-state.ts'
import styles from './handover.module.css'

interface HandoverListProps {
  handovers: readonly HandoverView[]
  messages: readonly AlertMessage[]
  onRevoke: (handover: HandoverView) => void
}

/** What was sent to hospitals: how, whether it arrived, and whether the hospital opened it. */
export function HandoverList({ handovers, messages, onRevoke }: HandoverListProps) {
  if (handovers.length === 0) return null
  return (
    <ul className={styles.handovers} aria-label="Hospitals that were notified">
      {handovers.map((handover) => {
        const message = messages.findLast(
          ({ handover_id, template }) => handover_id === handover.id && template === 'hospital_handover',
        )
        const active = handover.state === 'ACTIVE'
        return (
          <li key={handover.id} className={active ? styles.handover : styles.past}>
            <div className="row baseline gap-s tight">
              <strong>{handover.hospital}</strong>
              {active && message ? (
                <Pill tone={MESSAGE_STATE[message.state].tone}>{MESSAGE_STATE[message.state].label}</Pill>
              ) : null}
              {active ? null : <Pill tone="grey">{handover.state === 'REVOKED' ? 'Revoked' : 'Ran out'}</Pill>}
            </div>
            {active ? (
              <Button danger aria-label={`Revoke the link of ${handover.hospital}`} onClick={() => onRevoke(handover)}>
                Revoke
              </Button>
            ) : null}
            <p className="soft">
              {handover.channel === 'sms' ? 'SMS' : 'E-mail'} to {handover.sent_to} by {handover.sent_by} at{' '}
              {indianTime(handover.created_at)}
            </p>
            <p className={styles.opened}>{openedText(handover)}</p>
          </li>
        )
      })}
    </ul>
  )
}

function openedText({ views, last_viewed_at, state }: HandoverView): string {
  if (last_viewed_at === null) return state === 'ACTIVE' ? 'Not opened yet: call the hospital.' : 'It was never opened.'
  return views === 1
    ? `Opened at ${indianTime(last_viewed_at)}.`
    : `Opened ${views} times, last at ${indianTime(last_viewed_at)}.`
}
