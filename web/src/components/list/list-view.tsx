import { type ReactNode, useState } from 'react'
import type { ListState } from '../../lib/use-list-state.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { useShortcutsOn } from '../../lib/use-shortcuts.ts'
import { LoadFailed } from '../load-failed.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { EmptyList } from './empty-list.tsx'
import type { ListFile } from './export-menu.tsx'
import { ChosenFilters, type Filter, ListFilters } from './list-filters.tsx'
import { ListPager } from './list-pager.tsx'
import { type ListOrder, ListTools } from './list-tools.tsx'
import styles from './list-tools.module.css'
import { PageSize } from './page-size.tsx'
import { SavedViews } from './saved-views.tsx'
import { useListLooks } from './use-list-looks.tsx'

/** The part of a query's result that a list looks at. */
export interface ListQueryResult<Row> {
  data:
    | {
        results: Row[]
        next: string | null
        previous: string | null
        total_pages: number
        count: number
        count_capped: boolean
      }
    | undefined
  isError: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** What can be done with several rows. */
export interface Selection<Row> {
  /** What a row is called: 'Select S123'. */
  nameOf: (row: Row) => string
  may: (row: Row) => boolean
  /** Buttons for the chosen rows; `clear` ends the choice. */
  renderActions: (rows: Row[], clear: () => void) => ReactNode
}

export interface ListViewProps<Row extends { id: number }> {
  list: ListState
  query: ListQueryResult<Row>
  /** What the list holds, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Says what is searched: 'Search by name, email or phone'. */
  search?: string | undefined
  filters?: readonly Filter[]
  /** Shown instead of the rows where the address asks for a map. */
  map?: ReactNode
  failed: string
  empty: string
  /** What an empty list that nobody filtered means, or the next step. */
  hint?: string | undefined
  order?: ListOrder
  file?: ListFile | undefined
  /** The field that goes to a day, where an order is by days. */
  goTo?: ReactNode
  selection?: Selection<Row> | undefined
  /** The page of a row: its name links there, and a press on the row or Enter opens it. */
  pageOf?: (row: Row) => string
}

/**
 * A list with what narrows it, in each of its states: loading, failed with a way out, empty, loaded, and older rows while
 * newer ones load.
 */
export function ListView<Row extends { id: number }>(props: ListViewProps<Row>) {
  const { list, query, search, filters = [], map } = props
  return (
    <>
      <ListFilters
        list={list}
        search={search}
        busy={query.isPlaceholderData}
        filters={filters}
        has_map={map !== undefined}
      />
      {map && list.get('view') === 'map' ? map : <Rows {...props} />}
    </>
  )
}

function Rows<Row extends { id: number }>(props: ListViewProps<Row>) {
  const { list, query, label, failed, empty, hint, order, file, goTo, selection, pageOf, filters = [] } = props
  const { columns, looks, tall } = useListLooks(props.columns)
  const rows_ref = useRowKeys()
  const keys_on = useShortcutsOn()
  const [chosen, setChosen] = useState<readonly number[]>([])
  if (query.isError && (!query.data || query.isPlaceholderData)) {
    return <LoadFailed text={failed} query={query} />
  }
  const rows = query.data?.results
  const chosen_rows = (rows ?? []).filter((row) => chosen.includes(row.id) && selection?.may(row))
  const clear = () => setChosen([])
  return (
    <div ref={rows_ref}>
      <SavedViews list={list} />
      <ListTools
        list={list}
        count={query.data}
        columns={columns}
        order={order}
        file={file}
        goTo={goTo}
        chosen={<ChosenFilters list={list} filters={filters} />}
        looks={looks}
      />
      {selection && chosen_rows.length > 0 ? (
        <div className={`row gap-m panel below ${styles.chosen}`} role="group" aria-label="Selected">
          <strong>{chosen_rows.length} selected</strong>
          {selection.renderActions(chosen_rows, clear)}
        </div>
      ) : null}
      <DataTable
        label={label}
        columns={columns.map((column) => (column.sort && !order?.kinds[column.sort] ? without(column) : column))}
        rows={rows}
        stale={query.isPlaceholderData}
        pageOf={pageOf}
        tall={tall}
        whole={!query.data?.next && !query.data?.previous}
        {...(order
          ? {
              sorted: {
                by: list.get('sort') || order.usual,
                usual: order.usual,
                change: (by: string) => list.set('sort', by === order.usual ? null : by),
              },
            }
          : {})}
        {...(selection
          ? {
              rowSelection: {
                selectedRowKeys: chosen_rows.map(({ id }) => id),
                onChange: (keys) => setChosen(keys.map(Number)),
                getCheckboxProps: (row: Row) => ({
                  disabled: !rows || !selection.may(row),
                  'aria-label': rows ? `Select ${selection.nameOf(row)}` : 'Select',
                }),
              },
            }
          : {})}
        empty={<EmptyList text={empty} hint={list.isPlain ? hint : 'Nothing matches this search or filter.'} />}
      />
      <ListPager list={list} data={query.data}>
        <PageSize list={list} />
      </ListPager>
      {keys_on && rows?.length ? (
        <p className={`soft above ${styles.hint}`}>
          <span className={styles.searchHint}>
            <kbd>/</kbd> search,{' '}
          </span>
          <kbd>↑</kbd> <kbd>↓</kbd> from row to row
          {pageOf ? (
            <>
              , <kbd>Enter</kbd> opens
            </>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}

const without = <Row,>({ sort: _sort, ...column }: Column<Row>): Column<Row> => column
