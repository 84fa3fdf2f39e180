import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export interface Column<Row> {
  title: string
  render: (row: Row) => ReactNode
  /** The heading of the card on a phone; one column has it. */
  main?: true
  /** A small picture, beside the heading of the card. */
  picture?: true
  /** Buttons and links: at the right of the row, at the foot of the card, without a label. */
  actions?: true
  /** Figures and dates: one width per digit, no line breaks. */
  figures?: true
}

interface DataTableProps<Row extends { id: number }> {
  /** What the table holds, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined
  /** Older rows are shown while newer ones load. */
  stale?: boolean
  empty: ReactNode
}

const GHOSTS = [1, 2, 3, 4, 5, 6]

/**
 * A list as a table on a desk and as cards on a phone: the same elements, laid out by CSS. The roles are written out
 * because `display` takes a table's meaning away in some browsers.
 */
export function DataTable<Row extends { id: number }>({ label, columns, rows, stale, empty }: DataTableProps<Row>) {
  if (rows?.length === 0) return <div role="status">{empty}</div>
  return (
    <div className={styles.frame} aria-busy={!rows || stale === true}>
      <table className={`${styles.table} ${stale ? styles.stale : ''}`} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, actions }) => (
              <th key={title} role="columnheader" scope="col" className={actions ? styles.actionsHead : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows ? (
            rows.map((row) => <TableRow key={row.id} row={row} columns={columns} />)
          ) : (
            <Ghosts columns={columns} />
          )}
        </tbody>
      </table>
      {rows ? null : (
        <p className="visually-hidden" role="status">
          Loading
        </p>
      )}
    </div>
  )
}

function TableRow<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <tr role="row">
      {columns.map((column) => (
        <td key={column.title} role="cell" className={classOf(column)}>
          {column.main || column.actions || column.picture ? null : (
            <span className={styles.label} aria-hidden="true">
              {column.title}
            </span>
          )}
          <div className={styles.value}>{column.render(row) ?? '-'}</div>
        </td>
      ))}
    </tr>
  )
}

const classOf = ({ main, picture, actions, figures }: Omit<Column<never>, 'title' | 'render'>): string =>
  [main && styles.main, picture && styles.picture, actions && styles.actions, figures && styles.figures]
    .filter(Boolean)
    .join(' ')

function Ghosts({ columns }: { columns: readonly { title: string }[] }) {
  return GHOSTS.map((ghost) => (
    <tr key={ghost} role="row" aria-hidden="true" className={styles.ghost}>
      {columns.map(({ title }) => (
        <td key={title} role="cell">
          <span />
        </td>
      ))}
    </tr>
  ))
}
