import { Table, type TableProps } from 'antd'
import type { SortOrder } from 'antd/es/table/interface'
import { createElement, type HTMLAttributes, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatCount } from '../../lib/format-count.ts'
import { Ghost } from '../ghost.tsx'
import styles from './data-table.module.css'

export interface Column<Row> {
  title: string
  render: (row: Row) => ReactNode
  /** The heading of the card on a phone; one column has it. */
  main?: true
  /** Beside the link of the heading. */
  renderBeside?: (row: Row) => ReactNode
  /** What is summed up below a list that is shown whole. */
  sum?: (row: Row) => number
  /** A small picture, beside the heading of the card. */
  picture?: true
  /** Buttons and links: at the right of the row, at the foot of the card, without a label. */
  actions?: true
  /** Words that may stand in lines of their own. */
  narrow?: true
  /** Statistics and dates: one width per digit, no line breaks. */
  tabular?: true
  /** What the list is ordered by when its heading is pressed. */
  sort?: string
}

interface DataTableProps<Row> extends Pick<TableProps<Row>, 'size' | 'rowSelection'> {
  /** What the table holds, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined
  /** Older rows are shown while newer ones load. */
  stale?: boolean
  empty: ReactNode
  /** The order that is shown (`name`, `-name`), the usual one, and how to change it. */
  sorted?: { by: string; usual: string; change: (by: string) => void }
  /** The page of a row: its heading links there; a press on the row or Enter on it opens it. */
  pageOf?: ((row: Row) => string) | undefined
  /** The rows are higher than the usual 40 px. */
  tall?: boolean
  /** There is no other page: sums are of everything. */
  whole?: boolean
}

/** The roles are written out because `display` takes a table's meaning away in some browsers. */
const as = (tag: string, role: string) => (props: HTMLAttributes<HTMLElement>) => createElement(tag, { role, ...props })
const PARTS = {
  table: as('table', 'table'),
  header: { wrapper: as('thead', 'rowgroup'), row: as('tr', 'row'), cell: as('th', 'columnheader') },
  body: { wrapper: as('tbody', 'rowgroup'), row: as('tr', 'row'), cell: as('td', 'cell') },
}

/** antd would have every change of a cell read out, and is not busy until the delay is over. */
const QUIET = { 'aria-live': undefined, 'aria-busy': undefined }

const GHOSTS = [1, 2, 3, 4, 5, 6].map((id) => ({ id: `ghost ${id}` }))

/**
 * A list as antd's table on a desk and as cards on a phone: the same elements, laid out by CSS. A small one has few and
 * narrow columns, and stays a table.
 */
export function DataTable<Row extends { id: number | string }>(props: DataTableProps<Row>) {
  const { label, columns, rows, stale = false, empty, sorted, pageOf, tall = false, whole = true, ...table } = props
  const navigate = useNavigate()
  const open = (row: Row) => pageOf && void navigate(pageOf(row))
  if (rows?.length === 0) return <div role="status">{empty}</div>
  return (
    <>
      <Table<Row>
        {...table}
        aria-label={label}
        aria-busy={!rows || stale}
        className={`${table.size === 'small' ? styles.small : styles.table} ${tall ? styles.tall : ''} ${pageOf ? styles.opens : ''}`}
        classNames={{ content: `panel ${styles.content}` }}
        components={PARTS}
        rowKey="id"
        onRow={(row) => ({
          'aria-hidden': !rows,
          tabIndex: -1,
          onKeyDown: (event) => isEnterOnRow(event) && open(row),
          onClick: (event) => isOnRow(event) && open(row),
        })}
        onChange={(_pages, _filters, by) => {
          const [first] = [by].flat()
          const column = String(first?.columnKey)
          sorted?.change(first?.order ? `${first.order === 'descend' ? '-' : ''}${column}` : sorted.usual)
        }}
        showSorterTooltip={false}
        pagination={false}
        loading={{ spinning: stale, delay: 150, ...QUIET }}
        dataSource={rows ?? (GHOSTS as Row[])}
        columns={columns.map((column) => ({
          key: column.sort ?? column.title,
          title: column.title,
          ...(sorted && column.sort
            ? sortedBy(
                column.sort,
                sorted.by,
                columns.some(({ sort }) => sort === sorted.usual.replace('-', '')),
              )
            : {}),
          className: classOf(column),
          onCell: () => ({ 'data-label': column.title }) as HTMLAttributes<HTMLElement>,
          render: (_: unknown, row: Row) => (
            <div className={styles.value}>
              {rows ? (
                <>
                  {column.main && pageOf ? (
                    <Link to={pageOf(row)}>{column.render(row)}</Link>
                  ) : (
                    (column.render(row) ?? (column.actions ? null : '-'))
                  )}
                  {column.renderBeside?.(row)}
                </>
              ) : (
                <Ghost characters={10} />
              )}
            </div>
          ),
        }))}
        {...(rows && whole && rows.length > 1 && columns.some(({ sum }) => sum)
          ? { summary: () => renderSums(columns, rows, table.rowSelection !== undefined) }
          : {})}
      />
      {rows ? null : (
        <p className="visually-hidden" role="status">
          Loading
        </p>
      )}
    </>
  )
}

/** `boxes`: the rows begin with them. */
const renderSums = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[], boxes: boolean) => (
  <tr role="row" className={styles.sums}>
    {boxes ? <td role="cell" /> : null}
    {columns.map((column) => {
      const { title, main, sum } = column
      return (
        <td
          key={title}
          role="cell"
          className={`ant-table-cell ${classOf(column)}`}
          {...(sum && { 'data-label': title })}
        >
          {main ? 'Sum' : sum ? formatCount(rows.reduce((all, row) => all + sum(row), 0)) : null}
        </td>
      )
    })}
  </tr>
)

/** Not a press on a control of the row, in its dialog, or the end of marking text. */
const isOnRow = ({ target, currentTarget }: MouseEvent): boolean =>
  target instanceof Element &&
  currentTarget.contains(target) &&
  !target.closest('a, button, input, label, .ant-table-selection-column, [role=radiogroup]') &&
  !getSelection()?.toString()

const isEnterOnRow = (event: KeyboardEvent): boolean => event.key === 'Enter' && event.target === event.currentTarget

/** Each press turns the order round; where no heading has the usual order, the third brings it back. */
const sortedBy = (column: string, by: string, has_usual: boolean) => ({
  sorter: true,
  sortDirections: (has_usual ? ['ascend', 'descend', 'ascend'] : ['ascend', 'descend']) satisfies SortOrder[],
  sortOrder: by === column ? ('ascend' as const) : by === `-${column}` ? ('descend' as const) : null,
})

const classOf = ({ main, picture, actions, narrow, tabular }: Omit<Column<never>, 'title' | 'render'>): string =>
  [
    main && styles.main,
    picture && styles.picture,
    actions && styles.actions,
    narrow && styles.narrow,
    tabular && styles.tabular,
  ]
    .filter(Boolean)
    .join(' ')
