import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { onCardsChanged, takeOpenAlerts, useNotLive } from './live-store.ts'

export const POLL_EVERY_MS = 5_000

/**
 * Ties the live store to react-query. While live: whatever changed is read again, gathered and jittered, so that one
 * alert does not make three hundred screens ask in the same millisecond (cards are already on screen by then). While
 * not live: open alerts are fetched every five seconds, so that screen and siren keep working without the socket.
 */
export function useLiveQueries(): void {
  const not_live = useNotLive() !== null
  const poll = useQuery(
    trpc.alerts.list.queryOptions(
      { status: 'PENDING', page_size: 100 },
      { enabled: not_live, refetchInterval: POLL_EVERY_MS, retry: false, gcTime: 0, meta: { silent: true } },
    ),
  )
  const { data } = poll
  useEffect(() => {
    // A page that is not the whole says nothing about alerts missing in it.
    if (not_live && data && data.total_pages <= 1) takeOpenAlerts(data.results)
  }, [data, not_live])

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
