import type { AlertCard, AlertDetail } from '@tvarit/shared/contracts/alerts'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button } from 'antd'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSessionState } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useShortcuts } from '../../../lib/use-shortcuts.ts'
import { AlertAge } from '../alert-age.tsx'
import { AlertBadges, AlertStatusPill } from '../alert-badges.tsx'
import { personName, urgency as urgencyOf } from '../alert-facts.ts'
import { callAbout } from '../call-about.ts'
import { CloseAlertDialog } from '../close-alert-dialog.tsx'
import { choiceKeys, maySend, SendDialog } from '../dispatch/send-dialog.tsx'
import { AlertNeed } from '../need-line.tsx'
import { closedText, ownerText } from '../owner-text.ts'
import { claimInput, claimLabel, type Closing, mayRelease, useClaim, useRelease } from '../use-alert-actions.ts'
import styles from './detail.module.css'
import { RelativesLine } from './relatives-line.tsx'
import { useNeighbours } from './use-neighbours.ts'

interface AlertHeadProps {
  alert: AlertCard
  /** Null until the page has been read. */
  detail: AlertDetail | null
  /** It is being read for the first time. */
  reading: boolean
  /** The list of the board stands beside it and has the keys. */
  beside: boolean
  /** How it is about to be closed: the question is open. */
  closing: Closing | null
  onClosing: (closing: Closing | null) => void
}

/** Name, state, age, its owner, and what can be done. Actions exist only while the alert is pending. */
export function AlertHead({ alert, detail, reading, beside, closing, onClosing }: AlertHeadProps) {
  const now = useNow()
  const urgency = urgencyOf(alert, now)
  const user = useSessionState().session?.user
  const own_id = user?.id
  const claim = useClaim()
  const release = useRelease()
  const [sending, setSending] = useState<number | null>(null)
  const pending = alert.status === 'PENDING'
  const label = claimLabel(alert, own_id)
  const onClaim = () => claim.mutate(claimInput(alert))
  const navigate = useNavigate()
  const { hash } = useLocation()
  const keys = {
    ...choiceKeys((choice) => (maySend(alert) ? () => setSending(choice) : null)),
    ...useNeighbours(alert.id),
    c: label ? onClaim : null,
    a: pending ? () => onClosing('ATTENDED') : null,
    r: pending ? () => onClosing('REJECTED') : null,
    s: maySend(alert) ? () => setSending(0) : null,
    p: () => callAbout(alert),
    w: () => {
      const field = document.querySelector<HTMLElement>('[name="note"]')
      if (field) field.focus()
      else void navigate('#note', { replace: true, preventScrollReset: true })
    },
  }
  // What is typed after W is the note, also while its field is not there yet.
  useShortcuts(beside || (reading && hash === '#note') ? {} : keys)
  const Name = beside ? 'h2' : 'h1'
  return (
    <header className={`panel ${styles.head} ${styles[urgency]} ${alert.drill ? styles.drill : ''}`}>
      <div>
        <div className={styles.badges}>
          <AlertStatusPill status={alert.status} />
          <AlertBadges card={alert} />
        </div>
        <Name className="text-2xl">{personName(alert)}</Name>
        <p className={`row gap-m tight strong ${styles.owner}`}>
          {pending ? ownerText(alert, own_id, now) : closedText(alert)}
          {mayRelease(alert, user) ? (
            <Button size="small" loading={release.isPending} onClick={() => release.mutate({ id: alert.id })}>
              Put back
            </Button>
          ) : null}
          {detail ? <RelativesLine alert={detail} /> : null}
        </p>
        <AlertNeed alert={alert} onSend={() => setSending(0)} />
        {alert.drill ? <p>A drill: nobody is hurt. Relatives, drivers and hospitals hear nothing of it.</p> : null}
      </div>
      {pending ? <AlertAge className={`numbers strong ${styles.age}`} alert={alert} urgency={urgency} /> : null}
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
          <Button size="large" onClick={() => onClosing('ATTENDED')}>
            Accept
          </Button>
          <Button size="large" danger onClick={() => onClosing('REJECTED')}>
            Reject
          </Button>
        </div>
      ) : null}
      {sending === null ? null : <SendDialog card={alert} choice={sending} onClose={() => setSending(null)} />}
      {closing ? (
        <CloseAlertDialog
          closing={closing}
          verb={closing === 'ATTENDED' ? 'Accept' : 'Reject'}
          card={alert}
          prefill={prefill(closing, detail?.dispatches ?? [])}
          says_error
          onClose={() => onClosing(null)}
        />
      ) : null}
    </header>
  )
}

/** The specification's sentence where the state supports it: help was given only when an ambulance reached the scene. */
function prefill(closing: Closing, dispatches: AlertDetail['dispatches']): string {
  if (closing === 'REJECTED') return TEXTS.alert_reject_prefill
  return dispatches.some(({ at_scene_at, state }) => at_scene_at !== null || state === 'DONE')
    ? TEXTS.alert_accept_prefill
    : ''
}
