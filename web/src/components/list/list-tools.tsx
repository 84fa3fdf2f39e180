import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ListState } from '../../lib/use-list-state.ts'
import type { Column } from './data-table.tsx'
import { MenuButton } from '../menu-button.tsx'
import { ExportMenu, type ListFile } from './export-menu.tsx'
import styles from './list-tools.module.css'
import { SaveView } from './saved-views.tsx'
import { countedInside, lengthOf } from '../../lib/length-note.ts'

/** The orders of a list: `name` and `day` have a value to go to. */
export interface ListOrder {
  /** The order when the address names none. */
  usual: string
  kinds: Readonly<Record<string, 'name' | 'day' | 'moment'>>
}

/** Newest first, or by name. */
export const BY_NAME: ListOrder = { usual: '', kinds: { name: 'name' } }

interface ListToolsProps {
  list: ListState
  count: { count: number; count_capped: boolean } | undefined
  /** What is counted besides. */
  including?: string
  columns: readonly Pick<Column<never>, 'title' | 'sort'>[]
  order?: ListOrder | undefined
  file?: ListFile | undefined
  /** The field for an order by days. */
  goTo?: ReactNode
  /** What the list is narrowed by. */
  chosen?: ReactNode
  /** How it is shown. */
  looks?: ReactNode
}

/** The line over a list: how many rows it has, what it is narrowed by, where to go in it, how it is shown, and its files. */
export function ListTools({ list, count, including, columns, order, file, goTo, chosen, looks }: ListToolsProps) {
  const sort = list.get('sort') || order?.usual || ''
  const kind = order?.kinds[sort.replace('-', '')]
  const orders = order ? ordersOf(columns, order) : []
  return (
    <div className={`row gap-s ${styles.tools}`}>
      <span className={styles.total} role="status">
        {count ? (
          <>
            <strong>{totalText(count)}</strong> {count.count === 1 && !count.count_capped ? 'entry' : 'entries'}
            {including ? `, ${including} included` : ''}
          </>
        ) : null}
      </span>
      {chosen}
      <span className={styles.rest} />
      {order && orders.length > 1 ? (
        <MenuButton
          className={styles.sort}
          items={orders.map(({ by, label }) => ({
            label,
            checked: by === sort,
            onClick: () => list.set('sort', by === order.usual ? null : by),
          }))}
          aria-label={`Order: ${orders.find(({ by }) => by === sort)?.label ?? ''}`}
        >
          {orders.find(({ by }) => by === sort)?.label ?? 'Order'}
        </MenuButton>
      ) : null}
      {kind === 'name' ? <GoToName key={sort} list={list} /> : null}
      {kind === 'day' ? goTo : null}
      <SaveView list={list} />
      {looks}
      {file ? <ExportMenu {...file} /> : null}
    </div>
  )
}

/** The orders that headings offer, in words: a phone shows no headings. */
function ordersOf(columns: ListToolsProps['columns'], { usual, kinds }: ListOrder) {
  const sortable = columns.flatMap(({ title, sort = '' }) => (kinds[sort] ? [{ title, by: sort }] : []))
  return [
    ...(sortable.some(({ by }) => by === usual.replace('-', '')) ? [] : [{ by: usual, label: 'Newest first' }]),
    ...sortable.flatMap(({ title, by }) => {
      const [up, down] = kinds[by] === 'name' ? ['A to Z', 'Z to A'] : ['oldest first', 'newest first']
      return [
        { by, label: `${title}: ${up}` },
        { by: `-${by}`, label: `${title}: ${down}` },
      ]
    }),
  ]
}

/** `1,234`, or `More than 10,000` where the count stopped. */
const totalText = ({ count, count_capped }: { count: number; count_capped: boolean }): string =>
  count_capped ? `More than ${count.toLocaleString('en-IN')}` : count.toLocaleString('en-IN')

function GoToName({ list }: { list: ListState }) {
  const [typed, setTyped] = useState(list.get('go_to'))
  return (
    <Input
      className={styles.goTo}
      aria-label="Go to"
      placeholder="Go to ..."
      {...countedInside(LIMITS.go_to)}
      allowClear
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        if (!target.value) list.set('go_to', null)
      }}
      onPressEnter={() => lengthOf(typed) <= LIMITS.go_to && list.set('go_to', typed.trim())}
    />
  )
}
