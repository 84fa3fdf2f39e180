import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deadline } from '../../../lib/deadline.ts'
import { steadyInterval } from '../../../lib/steady-interval.ts'
import { api } from '../../../lib/trpc.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { onCardsChanged, takeOpenAlerts, useNotLive } from './live-store.ts'

/** How often open alerts are fetched while the socket is down. */
export const POLL_EVERY_MS = 5_000
const POLL_WITHIN_MS = 10_000

/**
 * Ties the live store to react-query. While live: whatever changed is read again, gathered and jittered, so that one
 * alert does not make three hundred consoles ask in the same millisecond (cards are already on screen by then). While
 * not live: the newest open alerts are fetched every five seconds, so that screen and siren work without the socket.
 */
export function useLiveQueries(): void {
  const not_live_since = useNotLive()
  const { data, refetch } = useQuery({
    // A key for each outage: what was read in an earlier one knows nothing of the alerts raised since.
    queryKey: ['open-alerts', not_live_since],
    queryFn: () =>
      api.alerts.list.query(
        { status: 'PENDING', sort: '-timestamp', page_size: 100 },
        { signal: deadline(POLL_WITHIN_MS) },
      ),
    enabled: not_live_since !== null,
    retry: false,
    gcTime: 0,
    meta: { silent: true },
  })
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
    let lists = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = onCardsChanged((ids, card_stays) => {
      if (!card_stays) lists = true
      for (const id of ids) changed.add(id)
      timer ??= setTimeout(
        () => {
          timer = undefined
          if (lists) void queryClient.invalidateQueries(trpc.alerts.list.pathFilter())
          lists = false
          for (const id of changed) {
            void queryClient.invalidateQueries(trpc.alerts.get.queryFilter({ id }))
            void queryClient.invalidateQueries(trpc.dispatch.list.queryFilter({ id }))
          }
          changed.clear()
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
