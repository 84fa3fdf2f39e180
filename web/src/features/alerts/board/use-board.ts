import type { AlertCard, AlertStatus } from '@tvarit/shared/contracts/alerts'
import { foldText } from '@tvarit/shared/contracts/same-text'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLive, useNotLive } from '../live/live-store.ts'
import { POLL_EVERY_MS } from '../live/use-live-queries.ts'
import type { useListState } from '../../../lib/use-list-state.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { STATUS_LABELS } from '../alert-badges.tsx'
import { byUrgency, personName } from '../alert-facts.ts'

/** More are known from the live connection. */
const MOST_OPEN = 100

/**
 * The alerts on the board: all open ones on its first page, and the server's page of the closed ones. They are kept current
 * by what arrived live since. While they cannot be read they are those that the live connection knows.
 */
export function useBoard(list: ReturnType<typeof useListState>) {
  const search = list.get('search')
  const status = STATUS_LABELS.find(({ status }) => status === list.get('status').toUpperCase())?.status
  const shows_open = !status || status === 'PENDING'
  const first_page = list.page === 1 && !list.get('go_to')
  const not_live = useNotLive() !== null
  const options = {
    placeholderData: keepPreviousData,
    refetchInterval: not_live ? POLL_EVERY_MS : (false as const),
    meta: { errorText: TEXTS.alerts_fetch_error },
  }
  const open = useQuery(
    trpc.alerts.list.queryOptions(
      { search: list.paging.search, status: 'PENDING', page_size: MOST_OPEN },
      { ...options, enabled: shows_open },
    ),
  )
  const closed = useQuery(
    trpc.alerts.list.queryOptions(
      { ...list.paging, status: shows_open ? 'CLOSED' : status },
      { ...options, enabled: status !== 'PENDING' },
    ),
  )
  const query = status === 'PENDING' ? open : closed
  const { cards, read } = useLive()
  const [open_rows, closed_rows] = [open.data?.results, closed.data?.results]
  const alerts = useMemo(() => {
    const rows = [...((first_page && shows_open && open_rows) || []), ...((status !== 'PENDING' && closed_rows) || [])]
    const known = read || (status === 'PENDING' ? open_rows : closed_rows && (open_rows || !shows_open))
    return known ? overlay(rows, cards, { search, status, first_page }) : undefined
  }, [open_rows, closed_rows, cards, read, search, status, shows_open, first_page])
  const count = query.data && {
    count: query.data.count + (status || !open.data ? 0 : open.data.count),
    count_capped: query.data.count_capped,
  }
  return { query, alerts, count, search, status }
}

interface Filter {
  search: string
  status: AlertStatus | undefined
  first_page: boolean
}

/**
 * Lays live cards over a page of the server: newer versions replace, what no longer fits the filter leaves, and open
 * alerts that it does not have yet join the first page at once. No other page has open ones.
 */
function overlay(rows: readonly AlertCard[], cards: ReadonlyMap<number, AlertCard>, filter: Filter): AlertCard[] {
  const merged = new Map<number, AlertCard>()
  for (const row of rows) {
    const live = cards.get(row.id)
    merged.set(row.id, live && live.version > row.version ? live : row)
  }
  if (filter.first_page) {
    for (const card of cards.values()) {
      if (card.status === 'PENDING' && !merged.has(card.id) && matches(card, filter.search)) merged.set(card.id, card)
    }
  }
  const fitting = [...merged.values()].filter((card) =>
    filter.status ? card.status === filter.status : filter.first_page || card.status !== 'PENDING',
  )
  return fitting.sort(byUrgency)
}

/** The server's search over name and phones, word by word, for cards it has not been asked about yet. */
function matches(card: AlertCard, search: string): boolean {
  const texts = [personName(card), card.user?.phone_number, card.first_respondent_phone, card.serial_number]
  const text = foldText(texts.join(' '))
  return foldText(search)
    .trim()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
