import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { countedInside } from '../../lib/length-note.ts'
import { type ListState, useSearchField } from '../../lib/use-list-state.ts'
import styles from './filter-bar.module.css'

/** The line above a list: search first, then what narrows it. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <div className={`row gap-s ${styles.bar}`} role="search">
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
