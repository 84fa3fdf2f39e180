import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { lazy, Suspense, useState } from 'react'
import { ViewSwitch } from '../../../components/list/view-switch.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { Pager } from '../../../components/pager.tsx'
import { useListState } from '../../../lib/use-list-state.ts'
import { isUnclaimed, personName } from '../alert-facts.ts'
import { CloseAlertDialog } from '../close-alert-dialog.tsx'
import { ShortcutsButton } from '../shortcuts/shortcuts-button.tsx'
import { ShiftNoteStrip } from '../shift-notes/shift-note-strip.tsx'
import { SilenceStrip } from '../watch/silence-strip.tsx'
import { type Closing, useCloseAlert } from '../use-alert-actions.ts'
import { SoundTestButton } from '../watch/sound-test-button.tsx'
import { AlertFilters } from './alert-filters.tsx'
import styles from './board.module.css'
import { BoardSkeleton } from './board-skeleton.tsx'
import { ClosedAlert } from './closed-alert.tsx'
import { NotLiveStrip } from './not-live-strip.tsx'
import { StartDrill } from './start-drill.tsx'
import { OpenAlert } from './open-alert.tsx'
import { useBoard } from './use-board.ts'
import { useBoardShortcuts } from './use-board-shortcuts.ts'

const BoardMap = lazy(() => import('./board-map.tsx'))

/** Every alert, the most pressing first. Read from two metres: name, age and who has it. */
export default function AlertBoardPage() {
  const list = useListState()
  const { query, alerts, status } = useBoard(list)
  const [closing, setClosing] = useState<{ card: AlertCard; as: Closing } | null>(null)
  const close = useCloseAlert()

  const open = alerts?.filter((card) => card.status === 'PENDING') ?? []
  const closed = alerts?.filter((card) => card.status !== 'PENDING') ?? []
  useBoardShortcuts(open, (card, as) => setClosing({ card, as }))
  const real = open.filter((card) => !card.drill)
  const unclaimed = real.filter(isUnclaimed).length
  return (
    <>
      <PageHead title="QR Alerts" note={alerts && !status ? `${real.length} pending, ${unclaimed} unclaimed` : null}>
        <ViewSwitch list={list} />
        <SoundTestButton />
        <ShortcutsButton />
        <StartDrill />
      </PageHead>
      <NotLiveStrip />
      <SilenceStrip />
      <ShiftNoteStrip />
      <AlertFilters list={list} busy={query.isFetching && query.isPlaceholderData} />
      {query.isError && !alerts ? (
        <LoadFailed text={TEXTS.alerts_fetch_error} busy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <BoardSkeleton /> : null}
      {alerts?.length === 0 ? <Empty filtered={Boolean(list.get('search') || status)} /> : null}

      {list.get('view') === 'map' ? (
        <Suspense fallback={<div className={styles.mapLoading} role="status" aria-label="Loading the map" />}>
          <BoardMap open={open} />
        </Suspense>
      ) : null}
      {open.length > 0 ? (
        <ul className={styles.open} aria-label="Pending alerts">
          {open.map((card) => (
            <li key={card.id}>
              <OpenAlert card={card} onClose={(as) => setClosing({ card, as })} />
            </li>
          ))}
        </ul>
      ) : null}
      {closed.length > 0 ? (
        <section className={styles.closedPart}>
          {open.length > 0 ? <h2 className={styles.subhead}>Closed</h2> : null}
          <ul className={styles.closed} aria-label="Closed alerts">
            {closed.map((card) => (
              <li key={card.id}>
                <ClosedAlert card={card} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Pager page={list.page} pages={query.data?.total_pages ?? 1} onPage={(page) => list.set('page', String(page))} />

      {closing ? (
        <CloseAlertDialog
          closing={closing.as}
          name={personName(closing.card)}
          verb={closing.as === 'ATTENDED' ? 'Attend' : 'Reject'}
          busy={close.isPending}
          onCancel={() => setClosing(null)}
          onSubmit={(description) =>
            close.mutate(
              { id: closing.card.id, status: closing.as, description },
              { onSuccess: () => setClosing(null) },
            )
          }
        />
      ) : null}
    </>
  )
}

function Empty({ filtered }: { filtered: boolean }) {
  return (
    <div className={styles.empty} role="status">
      <svg
        viewBox="0 0 64 64"
        width="72"
        height="72"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
      >
        <circle cx="32" cy="32" r="26" />
        <path d="M21 33l8 8 15-17" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <p className={styles.emptyTitle}>{TEXTS.alerts_empty}</p>
      <p>{filtered ? 'Nothing matches this search or status.' : 'New alerts appear here by themselves, with sound.'}</p>
    </div>
  )
}
