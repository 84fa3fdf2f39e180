import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button } from 'antd'
import { useState } from 'react'
import { formatAge, formatTime } from '../../../lib/dates.ts'
import { useSessionState } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useShortcuts } from '../../../lib/use-shortcuts.ts'
import { AlertBadges, AlertStatusPill } from '../alert-badges.tsx'
import { ageSeconds, personName, urgency } from '../alert-facts.ts'
import { CloseAlertDialog } from '../close-alert-dialog.tsx'
import { ownerText } from '../owner-text.ts'
import { claimLabel, type Closing, mayRelease, useClaim, useCloseAlert, useRelease } from '../use-alert-actions.ts'
import styles from './detail.module.css'
import { RelativesLine } from './relatives-line.tsx'
import { useNeighbours } from './use-neighbours.ts'

/** Name, state, age, who has it, and what can be done. Actions exist only while the alert is pending. */
export function AlertHead({ alert }: { alert: AlertDetail }) {
  const now = useNow()
  const user = useSessionState().session?.user
  const own_id = user?.id
  const [closing, setClosing] = useState<Closing | null>(null)
  const claim = useClaim()
  const release = useRelease()
  const close = useCloseAlert()
  const name = personName(alert)
  const pending = alert.status === 'PENDING'
  const label = claimLabel(alert, own_id)
  const onClaim = () => claim.mutate({ id: alert.id, take_over: alert.claimed_by !== null })
  useShortcuts({
    ...useNeighbours(alert.id),
    c: label ? onClaim : null,
    a: pending ? () => setClosing('ATTENDED') : null,
    r: pending ? () => setClosing('REJECTED') : null,
  })
  return (
    <header className={`${styles.head} ${styles[urgency(alert, now)]} ${alert.drill ? styles.drill : ''}`}>
      <div>
        <div className={styles.badges}>
          <AlertStatusPill status={alert.status} />
          <AlertBadges card={alert} />
        </div>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.owner}>{pending ? ownerText(alert, own_id, now) : closedText(alert)}</p>
        <RelativesLine alert={alert} />
        {alert.drill ? <p>A drill: nobody is hurt. Relatives, drivers and hospitals hear nothing of it.</p> : null}
      </div>
      {pending ? (
        <span className={styles.age} role="timer" aria-label="Age of the alert">
          {formatAge(ageSeconds(alert, now))}
        </span>
      ) : null}
      {pending ? (
        <div className={styles.headActions}>
          {label ? (
            <Button
              className={styles.wide}
              size="large"
              type={alert.claimed_by ? 'default' : 'primary'}
              loading={claim.isPending}
              onClick={onClaim}
            >
              {label}
            </Button>
          ) : null}
          <Button size="large" onClick={() => setClosing('ATTENDED')}>
            Accept
          </Button>
          <Button size="large" danger onClick={() => setClosing('REJECTED')}>
            Reject
          </Button>
          {mayRelease(alert, user) ? (
            <Button
              className={styles.wide}
              size="large"
              loading={release.isPending}
              onClick={() => release.mutate({ id: alert.id })}
            >
              Put back
            </Button>
          ) : null}
        </div>
      ) : null}
      {closing ? (
        <CloseAlertDialog
          closing={closing}
          name={name}
          verb={closing === 'ATTENDED' ? 'Accept' : 'Reject'}
          prefill={closing === 'ATTENDED' ? TEXTS.alert_accept_prefill : TEXTS.alert_reject_prefill}
          busy={close.isPending}
          onCancel={() => setClosing(null)}
          onSubmit={(description) =>
            close.mutate({ id: alert.id, status: closing, description }, { onSuccess: () => setClosing(null) })
          }
        />
      ) : null}
    </header>
  )
}

function closedText(alert: AlertDetail): string {
  if (alert.drill && !alert.attending_staff) return TEXTS.drill_ended
  const who = alert.attending_staff?.name ?? 'Somebody'
  const what = alert.status === 'ATTENDED' ? 'attended' : 'rejected'
  return `${who} ${what} this alert${alert.closed_at ? ` at ${formatTime(alert.closed_at)}` : ''}`
}
