import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Input, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { type ListState, useSearchField } from '../../lib/use-list-state.ts'
import styles from './filter-bar.module.css'
import { countedInside } from '../../lib/length-note.ts'

/** The line above a list: search first, then whatever narrows it. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <div className={styles.bar} role="search">
      {children}
    </div>
  )
}

interface SearchBoxProps {
  list: ListState
  /** Says what is searched: 'Search by name, email or phone'. */
  label: string
  busy?: boolean
}

/** The list's search: typed text goes into the URL after a short pause. */
export function SearchBox({ list, label, busy = false }: SearchBoxProps) {
  const [typed, setTyped] = useSearchField(list)
  return (
    <Input
      className={styles.search}
      type="search"
      allowClear
      placeholder={label}
      aria-label={label}
      aria-busy={busy}
      {...countedInside(LIMITS.search)}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

interface StatusFilterProps {
  list: ListState
  /** The first option is the one for everything, with the value ''. */
  options: readonly { value: string; label: string }[]
}

/** The list's filter by `status`, one of the options at a time. */
export function StatusFilter({ list, options }: StatusFilterProps) {
  return (
    <Segmented
      aria-label="Status"
      options={[...options]}
      value={list.get('status').toUpperCase()}
      onChange={(status) => list.set('status', status)}
    />
  )
}
