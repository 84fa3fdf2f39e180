import type { AlertCard, AlertDetail } from '@tvarit/shared/contracts/alerts'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { POLL_EVERY_MS } from '../live/use-live-queries.ts'
import { useLive, useNotLive } from '../live/live-store.ts'
import { CardColumn } from '../../../components/card.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { errorStatus } from '../../../lib/error-text.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { HandoverCard } from '../handover/handover-card.tsx'
import { DispatchCard } from '../dispatch/dispatch-card.tsx'
import { IncidentCard } from '../incident/incident-card.tsx'
import type { Closing } from '../use-alert-actions.ts'
import { AlertHead } from './alert-head.tsx'
import { CallSheet } from './call-sheet.tsx'
import styles from './detail.module.css'
import { KnownCard } from './known-card.tsx'
import { NoteForm } from './note-form.tsx'
import { PeopleList } from './people-list.tsx'
import { RecordCards } from './record-cards.tsx'
import { ReportList } from './report-list.tsx'
import { Timeline } from './timeline.tsx'
import { useMeasuredAgain } from './use-measured-again.ts'

/** One alert in full: whom it is about, where, who does what, and what the relatives have been sent. `beside`: the list of the board, which has the keys. */
export default function AlertView({ id, beside = false }: { id: number; beside?: boolean }) {
  const valid = Number.isSafeInteger(id) && id > 0
  const not_live = useNotLive() !== null
  const query = useQuery(
    trpc.alerts.get.queryOptions(valid ? { id } : skipToken, {
      refetchInterval: not_live ? POLL_EVERY_MS : false,
      meta: { silent: true },
    }),
  )
  const live = useLive().cards.get(id)
  const read = query.data
  // The live card is ahead of the page for a moment: its status and owner count at once, the rest is being read again.
  const alert = read && live && live.version > read.version ? { ...read, ...live, user: read.user } : read

  const missing = !valid || (query.isError && errorStatus(query.error) === 404)
  if (missing) {
    return (
      <div className={`stack gap-s ${styles.missing}`} role="status">
        <h1>{TEXTS.alert_not_found}</h1>
        <p>It may have been removed, or the address has a typing mistake.</p>
      </div>
    )
  }
  return (
    <div className={styles.view}>
      {query.isError && !alert ? <LoadFailed text={TEXTS.alerts_fetch_error} query={query} /> : null}
      {alert || live ? (
        <AlertDesk key={id} card={alert ?? live!} alert={alert ?? null} reading={query.isPending} beside={beside} />
      ) : null}
      {alert || query.isError ? null : (
        <div role="status" aria-label="Loading alert">
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      )}
    </div>
  )
}

interface AlertDeskProps {
  card: AlertCard
  /** Null until it is read: then the live connection's card is all there is. */
  alert: AlertDetail | null
  reading: boolean
  beside: boolean
}

/** First what is said on the phone and who comes, then what follows from it, last the records. */
function AlertDesk({ card, alert, ...rest }: AlertDeskProps) {
  const [closing, setClosing] = useState<Closing | null>(null)
  return (
    <>
      <AlertHead alert={card} detail={alert} closing={closing} onClosing={setClosing} {...rest} />
      {alert ? <AlertCards alert={alert} onAttend={() => setClosing('ATTENDED')} /> : <KnownCard card={card} />}
    </>
  )
}

function AlertCards({ alert, onAttend }: { alert: AlertDetail; onAttend: () => void }) {
  useMeasuredAgain(alert)
  return (
    <>
      <IncidentCard alert={alert} />
      <div className={styles.first}>
        <CallSheet alert={alert} />
        <DispatchCard alert={alert} onAttend={onAttend} />
      </div>
      <div className={styles.columns}>
        <CardColumn>
          <HandoverCard alert={alert} />
          <ReportList alert={alert} />
          <div id="notified" className={styles.anchor}>
            <PeopleList alert={alert} />
          </div>
        </CardColumn>
        <CardColumn>
          <Timeline alert={alert}>
            <NoteForm alert={alert} />
          </Timeline>
        </CardColumn>
      </div>
      <RecordCards alert={alert} />
    </>
  )
}
