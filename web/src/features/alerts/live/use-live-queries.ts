import type { AlertCard, AlertDetail } from '@tvarit/shared/contracts/alerts'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deadline } from '../../../lib/deadline.ts'
import { steadyInterval } from '../../../lib/steady-interval.ts'
import { api } from '../../../lib/trpc.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { liveState, onCardsChanged, takeOpenAlerts, useNotLive } from './live-store.ts'

/** How often open alerts are fetched while the socket is down. */
export const POLL_EVERY_MS = 5_000
const POLL_WITHIN_MS = 10_000

/** Degrees that are more than `LIMITS.incident_metres` anywhere in India. */
const NEARBY_DEGREES = LIMITS.incident_metres / 50_000

/** Whether the page of an alert shows a changed one: its own, one of its accident, or one near it. */
function isShownOn(page: AlertDetail | undefined, changed: Pick<AlertCard, 'id'> & Partial<AlertCard>): boolean {
  if (!page) return false
  if ([page, ...page.incident, ...page.nearby].some(({ id }) => id === changed.id)) return true
  if (page.incident_id !== null && page.incident_id === changed.incident_id) return true
  const north = (page.latitude ?? NaN) - (changed.latitude ?? NaN)
  const east = (page.longitude ?? NaN) - (changed.longitude ?? NaN)
  return Math.abs(north) < NEARBY_DEGREES && Math.abs(east) < NEARBY_DEGREES
}

/** The newest open alerts, asked for over HTTP while the console is not live. */
export const openAlertsQuery = (not_live_since: number | null) =>
  queryOptions({
    // A key for each outage: what was read in an earlier one knows nothing of the alerts raised since.
    queryKey: ['open-alerts', not_live_since],
    queryFn: () =>
      api.alerts.list.query(
        { status: 'PENDING', sort: '-timestamp', page_size: 100 },
        { signal: deadline(POLL_WITHIN_MS) },
      ),
    retry: false,
    gcTime: 0,
    meta: { silent: true },
  })

/**
 * Ties the live store to react-query. While live: whatever changed is read again, gathered and jittered, so that one
 * alert does not make three hundred consoles ask in the same millisecond (cards are already on screen by then). While
 * not live: the newest open alerts are fetched every five seconds, so that screen and siren work without the socket.
 */
export function useLiveQueries(): void {
  const not_live_since = useNotLive()
  const { data, refetch } = useQuery({ ...openAlertsQuery(not_live_since), enabled: not_live_since !== null })
  // Not an interval of the library's, which stops in a hidden tab. The next is not sent while one is out.
  useEffect(() => {
    if (not_live_since === null) return undefined
    return steadyInterval(() => void refetch({ cancelRefetch: false }), POLL_EVERY_MS)
  }, [not_live_since, refetch])
  useEffect(() => {
    if (data) takeOpenAlerts(data.results, data.total_pages <= 1)
  }, [data])

  useEffect(() => {
    const changed = new Set<number>()
    /** Of these only the page of the alert itself shows what is new. */
    const changed_inside = new Set<number>()
    let lists = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = onCardsChanged((ids, card_stays) => {
      if (!card_stays) lists = true
      for (const id of ids) (card_stays ? changed_inside : changed).add(id)
      timer ??= setTimeout(
        () => {
          timer = undefined
          if (lists) void queryClient.invalidateQueries(trpc.alerts.list.pathFilter())
          lists = false
          for (const id of [...changed, ...changed_inside])
            void queryClient.invalidateQueries(trpc.dispatch.list.queryFilter({ id }))
          for (const id of changed_inside) void queryClient.invalidateQueries(trpc.alerts.get.queryFilter({ id }))
          changed_inside.clear()
          const { cards } = liveState()
          const shown = [...changed].map((id) => cards.get(id) ?? { id })
          changed.clear()
          void queryClient.invalidateQueries(
            trpc.alerts.get.pathFilter({
              predicate: ({ state }) => shown.some((card) => isShownOn(state.data as AlertDetail | undefined, card)),
            }),
          )
        },
        200 + Math.random() * 600,
      )
    })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [])
}
