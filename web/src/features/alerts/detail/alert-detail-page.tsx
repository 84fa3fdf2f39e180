import { TEXTS } from '@tvarit/shared/contracts/texts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useParams } from 'react-router'
import { POLL_EVERY_MS } from '../live/use-live-queries.ts'
import { useLive, useNotLive } from '../live/live-store.ts'
import { BackLink } from '../../../components/back-link.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { errorStatus } from '../../../lib/error-text.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { NotLiveStrip } from '../board/not-live-strip.tsx'
import { HandoverCard } from '../handover/handover-card.tsx'
import { DispatchCard } from '../dispatch/dispatch-card.tsx'
import { ShortcutsButton } from '../shortcuts/shortcuts-button.tsx'
import { AlertHead } from './alert-head.tsx'
import { AlertInfo } from './alert-info.tsx'
import styles from './detail.module.css'
import { NoteForm } from './note-form.tsx'
import { PeopleTable } from './people-table.tsx'
import { PersonCards } from './person-cards.tsx'
import { ReportList } from './report-list.tsx'
import { Timeline } from './timeline.tsx'

/** One alert in full: whom it is about, where, who does what, and what the relatives have been told. */
export default function AlertDetailPage() {
  const id = Number(useParams().id)
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
  return (
    <>
      <div className={styles.bar}>
        <BackLink to="/qr-alerts">Back</BackLink>
        <ShortcutsButton />
      </div>
      <NotLiveStrip />
      {missing ? (
        <div className={styles.missing} role="status">
          <h1>{TEXTS.alert_not_found}</h1>
          <p>It may have been removed, or the address has a typing mistake.</p>
        </div>
      ) : query.isPending ? (
        <div role="status" aria-label="Loading alert">
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      ) : !alert ? (
        <LoadFailed text={TEXTS.alerts_fetch_error} busy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <AlertHead alert={alert} />
          <div className={styles.columns}>
            <div className={styles.column}>
              <DispatchCard alert={alert} />
              <HandoverCard alert={alert} />
              <AlertInfo alert={alert} />
              <ReportList alert={alert} />
              <div id="told" className={styles.anchor}>
                <PeopleTable alert={alert} />
              </div>
            </div>
            <div className={styles.column}>
              <PersonCards alert={alert} />
              <Timeline key={alert.id} alert={alert}>
                <NoteForm alert={alert} />
              </Timeline>
            </div>
          </div>
        </>
      )}
    </>
  )
}
