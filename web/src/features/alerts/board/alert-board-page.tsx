import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button, Segmented } from 'antd'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { Navigate } from 'react-router'
import { ListPager } from '../../../components/list/list-pager.tsx'
import { LinkButton } from '../../../components/link-button.tsx'
import { type ListOrder, ListTools } from '../../../components/list/list-tools.tsx'
import { PageSize } from '../../../components/list/page-size.tsx'
import { SavedViews } from '../../../components/list/saved-views.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { loadCodeForSure } from '../../../lib/load-code.ts'
import { type ListState, useListState } from '../../../lib/use-list-state.ts'
import { useShortcuts } from '../../../lib/use-shortcuts.ts'
import { useNarrow } from '../../../lib/use-width.ts'
import { useNotLive } from '../live/live-store.ts'
import { openText, useOpenCounts } from '../open-counts.ts'
import { CloseAlertDialog } from '../close-alert-dialog.tsx'
import { ShiftNoteStrip } from '../shift-notes/shift-note-strip.tsx'
import { SilenceStrip } from '../watch/silence-strip.tsx'
import type { Closing } from '../use-alert-actions.ts'
import { setBoardBarPlace } from '../watch/bar-place.ts'
import { HOLDS_BAR } from '../watch/use-room-for-bar.ts'
import { BoardMenu } from './board-menu.tsx'
import { AlertFilters } from './alert-filters.tsx'
import { AlertGroups } from './alert-groups.tsx'
import { AlertPane } from './alert-pane.tsx'
import { BoardMap } from './board-map.tsx'
import styles from './board.module.css'
import { BoardSkeleton } from './board-skeleton.tsx'
import { NotLiveStrip } from '../live/not-live-strip.tsx'
import { useBoard } from './use-board.ts'
import { type Density, useDensity } from './use-density.ts'
import { useSplit } from './use-split.ts'

const GoToDay = lazy(() => loadCodeForSure(() => import('../../../components/list/go-to-day.tsx')))

const VIEWS: { value: Density | 'map' | 'wall'; label: string }[] = [
  { value: 'cards', label: 'Cards' },
  { value: 'rows', label: 'Rows' },
  { value: 'map', label: 'Map' },
  { value: 'wall', label: 'Wall' },
]
/** The board is sorted by need; behind the open alerts one can go to the closed ones of a day. */
const BY_DAY: ListOrder = { usual: '', kinds: { '': 'day' } }

/** Every alert by what it needs, the most pressing first. Read from two metres, on a wall from six. */
export default function AlertBoardPage() {
  const list = useListState()
  const view = list.get('view')
  const narrow = useNarrow()
  const { query, alerts, count, search, status } = useBoard(list)
  const [closing, setClosing] = useState<{ card: AlertCard; as: Closing } | null>(null)
  const onClose = useCallback((card: AlertCard, as: Closing) => setClosing({ card, as }), [])

  const open = alerts?.filter((card) => card.status === 'PENDING') ?? []
  const counts = useOpenCounts()
  const note = counts && openText(counts)
  const [density, setDensity] = useDensity(open.length)
  const split = useSplit()
  const { id: beside, onClose: onLeave } = view ? { id: null, onClose: () => null } : split
  const rows = view === 'wall' || density === 'rows' || beside !== null
  const waits = !alerts?.length && (query.isPending || query.isPlaceholderData)
  const board = (
    <>
      {query.isError && !query.data ? <LoadFailed text={TEXTS.alerts_fetch_error} query={query} /> : null}
      {waits ? <BoardSkeleton /> : null}
      {query.data && !waits && alerts?.length === 0 ? <Empty filtered={Boolean(search || status)} view={view} /> : null}
      {alerts ? (
        <AlertGroups
          alerts={view === 'wall' ? open : alerts}
          rows={rows}
          chosen={beside}
          onOpen={rows && !view ? split.onOpen : null}
          note={view === 'wall' ? null : note}
          {...(view === 'wall' || !open.length
            ? {}
            : { parts: { part: list.get('part'), onPart: (part) => list.set('part', part) } })}
          onClose={onClose}
        />
      ) : null}
    </>
  )
  const map = <BoardMap open={open} />
  if (beside !== null && !split.onOpen) return <Navigate to={`/qr-alerts/${beside}`} replace />
  return (
    <>
      {view === 'wall' ? (
        <Wall note={note} list={board} map={map} onLeave={() => list.set('view', null)} />
      ) : (
        <>
          <div className={styles.toolbar} {...{ [HOLDS_BAR]: '' }}>
            <h1 className="visually-hidden">QR Alerts</h1>
            <div ref={setBoardBarPlace} className={styles.alarm} />
            <AlertFilters list={list} busy={query.isFetching && query.isPlaceholderData} />
            <Segmented
              aria-label="View"
              // A phone is no display in a room.
              options={narrow ? VIEWS.filter(({ value }) => value !== 'wall') : VIEWS}
              value={view === 'map' ? view : density}
              onChange={(chosen) => {
                const is_density = chosen === 'cards' || chosen === 'rows'
                list.set('view', is_density ? null : chosen)
                if (is_density) setDensity(chosen)
              }}
            />
            <BoardMenu />
          </div>
          <NotLiveStrip />
          <SilenceStrip />
          <ShiftNoteStrip />
          <SavedViews list={list} />
          {view === 'map' ? map : null}
          <div className={beside === null ? undefined : styles.split}>
            <div>
              {board}
              <ListTools
                list={list}
                count={count}
                including="drills"
                columns={[]}
                order={status === 'PENDING' ? undefined : BY_DAY}
                goTo={<AskedDay list={list} />}
                file={
                  alerts?.length
                    ? { path: '/api/qr/alerts/download/', query: { search: search || undefined, status } }
                    : undefined
                }
              />
              {status === 'PENDING' ? null : (
                <ListPager list={list} data={query.data}>
                  <PageSize list={list} />
                </ListPager>
              )}
            </div>
            {beside === null ? null : <AlertPane id={beside} onClose={onLeave} />}
          </div>
        </>
      )}
      {closing ? (
        <CloseAlertDialog
          closing={closing.as}
          verb={closing.as === 'ATTENDED' ? 'Attend' : 'Reject'}
          card={alerts?.find(({ id }) => id === closing.card.id) ?? closing.card}
          onClose={() => setClosing(null)}
        />
      ) : null}
    </>
  )
}

/** The calendar is loaded when a day is asked for: it weighs as much as a tenth of the board. */
function AskedDay({ list }: { list: ListState }) {
  const [asked, setAsked] = useState(false)
  if (!asked && !list.paging.go_to) return <Button onClick={() => setAsked(true)}>Go to a day</Button>
  return (
    <Suspense fallback={<Button loading>Go to a day</Button>}>
      <GoToDay list={list} opens={asked} />
    </Suspense>
  )
}

/** A display in the room: the open alerts beside the map. */
function Wall({
  note,
  list,
  map,
  onLeave,
}: {
  note: string | null
  list: ReactNode
  map: ReactNode
  onLeave: () => void
}) {
  useShortcuts({ escape: onLeave })
  return (
    <div className={styles.wall} data-wall="">
      <div className={styles.wallHead}>
        <h1>QR Alerts</h1>
        <p>{note}</p>
        <Button onClick={onLeave}>Leave</Button>
      </div>
      <div>
        <NotLiveStrip />
        <SilenceStrip />
        {list}
      </div>
      <div className={styles.wallMap}>{map}</div>
    </div>
  )
}

/** No alert to show. The tick is for a board that is live and has none open. */
function Empty({ filtered, view }: { filtered: boolean; view: string }) {
  const counts = useOpenCounts()
  const live = useNotLive() === null
  const quiet = live && counts !== null && counts.open + counts.drills === 0
  return (
    <div className={styles.empty} role="status">
      {quiet && !filtered ? (
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
      ) : null}
      <p className={styles.emptyTitle}>{TEXTS.alerts_empty}</p>
      {filtered ? (
        <>
          <p>
            Nothing matches this search or status.
            {quiet || !counts ? '' : ` All alerts: ${openText(counts)}.`}
          </p>
          <LinkButton to={`/qr-alerts${view ? `?view=${view}` : ''}`}>Show all alerts</LinkButton>
        </>
      ) : live ? (
        <p>New alerts appear here on their own, with sound.</p>
      ) : null}
    </div>
  )
}
