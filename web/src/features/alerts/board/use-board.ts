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

/**
 * The alerts on the board: the server's page, kept current by what arrived live since. While it cannot be read they are
 * those that the live connection knows.
 */
export function useBoard(list: ReturnType<typeof useListState>) {
  const search = list.get('search')
  const status = STATUS_LABELS.find(({ status }) => status === list.get('status').toUpperCase())?.status
  const first_page = list.page === 1 && !list.get('go_to')
  const not_live = useNotLive() !== null
  const query = useQuery(
    trpc.alerts.list.queryOptions(
      { ...list.paging, status },
      {
        placeholderData: keepPreviousData,
        refetchInterval: not_live ? POLL_EVERY_MS : false,
        meta: { errorText: TEXTS.alerts_fetch_error },
      },
    ),
  )
  const { cards, read } = useLive()
  const rows = query.data?.results ?? (read ? NONE : undefined)
  const alerts = useMemo(
    () => (rows ? overlay(rows, cards, { search, status, first_page }) : undefined),
    [rows, cards, search, status, first_page],
  )
  return { query, alerts, search, status }
}

const NONE: readonly AlertCard[] = []

interface Filter {
  search: string
  status: AlertStatus | undefined
  first_page: boolean
}

/**
 * Lays live cards over a page of the server: newer versions replace, what no longer fits the filter leaves, and open
 * alerts the page does not have yet join the first page at once.
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
  const fitting = [...merged.values()].filter((card) => !filter.status || card.status === filter.status)
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
