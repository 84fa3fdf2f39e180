import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import type { Candidate, DispatchView } from '@tvarit/shared/contracts/dispatch'
import { isActive } from '@tvarit/shared/contracts/dispatch-states'
import { indianTime } from '@tvarit/shared/contracts/indian-time'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button } from 'antd'
import { useState } from 'react'
import { Card } from '../../../components/card.tsx'
import { Notice } from '../../../components/notice.tsx'
import { isOver } from '../alert-facts.ts'
import { CancelDispatchDialog } from './cancel-dispatch-dialog.tsx'
import { CandidateList } from './candidate-list.tsx'
import { CurrentDispatch } from './current-dispatch.tsx'
import styles from './dispatch.module.css'
import { OutsideDialog } from './outside-dialog.tsx'
import { maySend, SendDialog } from './send-dialog.tsx'
import { useDispatches } from './use-dispatch.ts'

/** The ambulance of an alert: who could go, who goes, and who went. */
export function DispatchCard({ alert, onAttend }: { alert: AlertDetail; onAttend: () => void }) {
  const [outside, setOutside] = useState(false)
  const [another, setAnother] = useState(false)
  const [cancelling, setCancelling] = useState<DispatchView | null>(null)
  const [sending, setSending] = useState<{ chosen: Candidate; replaces: DispatchView | null } | null>(null)
  const dispatches = useDispatches(alert)
  const current = dispatches.find((dispatch) => isActive(dispatch.state))
  const past = dispatches.filter((dispatch) => !isActive(dispatch.state))
  const open = alert.status !== 'REJECTED' && !isOver(alert)
  // A done ride asks for the end of the alert; the next ambulance is the exception.
  const done = past[0]?.state === 'DONE' && !another
  const onSend = (chosen: Candidate) => setSending({ chosen, replaces: current ?? null })
  // The question stays and says that the alert was rejected under it.
  if (!open && dispatches.length === 0 && !sending) return null
  return (
    <Card
      title="Ambulance"
      aside={open && !current ? <Button onClick={() => setOutside(true)}>Outside provider / 108</Button> : null}
    >
      {current ? (
        <CurrentDispatch
          alert_id={alert.id}
          dispatch={current}
          onCancel={() => setCancelling(current)}
          onSend={onSend}
        />
      ) : open && alert.drill ? (
        <p>{TEXTS.drill_ambulance}</p>
      ) : open && done ? (
        <>
          <Notice tone="success">{pastText(past[0]!)}</Notice>
          <div className="row gap-s above">
            {alert.status === 'PENDING' ? (
              <Button type="primary" size="large" onClick={onAttend}>
                Close the alert
              </Button>
            ) : null}
            <Button size="large" onClick={() => setAnother(true)}>
              Send another
            </Button>
          </div>
        </>
      ) : open ? (
        <CandidateList alert_id={alert.id} keys={maySend(alert)} onSend={onSend} />
      ) : null}
      {past.length > (open && done ? 1 : 0) ? (
        <ul className={`stack gap-xs above muted ${styles.past}`} aria-label="Earlier ambulances of this alert">
          {(open && done ? past.slice(1) : past).map((dispatch) => (
            <li key={dispatch.id}>{pastText(dispatch)}</li>
          ))}
        </ul>
      ) : null}
      {sending ? <SendDialog card={alert} {...sending} onClose={() => setSending(null)} /> : null}
      {outside ? <OutsideDialog alert_id={alert.id} onClose={() => setOutside(false)} /> : null}
      {cancelling ? (
        <CancelDispatchDialog dispatch={cancelling} alert_id={alert.id} onClose={() => setCancelling(null)} />
      ) : null}
    </Card>
  )
}

function pastText(dispatch: DispatchView): string {
  const who = dispatch.vehicle_number ?? dispatch.outside_provider ?? 'An ambulance'
  if (dispatch.state === 'DONE')
    return `${who} was done${dispatch.done_at ? ` at ${indianTime(dispatch.done_at)}` : ''}.`
  const when = dispatch.cancelled_at ? ` at ${indianTime(dispatch.cancelled_at)}` : ''
  if (dispatch.declined) return `${who} could not come (said so${when}).`
  return `${who} was called off${when}${dispatch.cancel_reason ? `: ${dispatch.cancel_reason}` : ''}.`
}
