import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ListState } from '../../lib/use-list-state.ts'
import type { Column } from './data-table.tsx'
import { FileButton, type ListFile } from './file-button.tsx'
import { ListSelect } from './list-select.tsx'
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
}

/** The line over a list: how many rows it has, where to go in it, its order on a phone, its view and its file. */
export function ListTools({ list, count, including, columns, order, file, goTo }: ListToolsProps) {
  const sort = list.get('sort') || order?.usual || ''
  const kind = order?.kinds[sort.replace('-', '')]
  const sortable = columns.filter((column) => column.sort && order?.kinds[column.sort])
  return (
    <div className={styles.tools}>
      <span className={styles.total} role="status">
        {count ? (
          <>
            <strong>{totalText(count)}</strong> {count.count === 1 && !count.count_capped ? 'entry' : 'entries'}
            {including ? `, ${including} included` : ''}
          </>
        ) : null}
      </span>
      {order && sortable.length > 0 ? (
        <ListSelect
          className={styles.sort}
          label="Order"
          bare
          value={sort}
          onChange={(by) => list.set('sort', by === order.usual ? null : by)}
          choices={[
            ...(sortable.some((column) => column.sort === order.usual.replace('-', ''))
              ? []
              : [{ value: order.usual, label: 'Newest first' }]),
            ...sortable.flatMap(({ title, sort: by = '' }) => {
              const [up, down] = order.kinds[by] === 'name' ? ['A to Z', 'Z to A'] : ['oldest first', 'newest first']
              return [
                { value: by, label: `${title}: ${up}` },
                { value: `-${by}`, label: `${title}: ${down}` },
              ]
            }),
          ]}
        />
      ) : null}
      {kind === 'name' ? <GoToName key={sort} list={list} /> : null}
      {kind === 'day' ? goTo : null}
      <SaveView list={list} />
      {file ? <FileButton {...file} /> : null}
    </div>
  )
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
