import type { ReactNode } from 'react'
import type { ListState } from '../../lib/use-list-state.ts'
import { LoadFailed } from '../load-failed.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { EmptyList } from './empty-list.tsx'
import { ListPager } from './list-pager.tsx'

/** The part of a query's result that a list looks at. */
export interface ListQueryResult<Row> {
  data:
    | { results: Row[]; next: string | null; previous: string | null; total_pages: number; count_capped: boolean }
    | undefined
  isError: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface ListViewProps<Row extends { id: number }> {
  list: ListState
  query: ListQueryResult<Row>
  /** What the list holds, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  failed: string
  empty: string
  /** What an empty list that nobody filtered means, or the next step. */
  hint?: string | undefined
  emptyAction?: ReactNode
}

/** A list in each of its states: loading, failed with a way out, empty, loaded, and older rows while newer ones load. */
export function ListView<Row extends { id: number }>(props: ListViewProps<Row>) {
  const { list, query, label, columns, failed, empty, hint, emptyAction } = props
  if (query.isError && (!query.data || query.isPlaceholderData)) {
    return <LoadFailed text={failed} busy={query.isFetching} onRetry={() => void query.refetch()} />
  }
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={query.data?.results}
        stale={query.isPlaceholderData}
        empty={
          <EmptyList text={empty} hint={list.isPlain ? hint : 'Nothing matches this search or filter.'}>
            {list.isPlain ? emptyAction : null}
          </EmptyList>
        }
      />
      <ListPager list={list} data={query.data} />
    </>
  )
}
