import { Input, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { type ListState, useSearchField } from '../../lib/use-list-state.ts'
import styles from './filter-bar.module.css'

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
      maxLength={100}
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

interface DateFilterProps {
  list: ListState
  name: string
  label: string
  /** Days (`YYYY-MM-DD`) the other end of a range allows. */
  min?: string
  max?: string
}

export function DateFilter({ list, name, label, min, max }: DateFilterProps) {
  return <DateInput label={label} value={list.get(name)} min={min} max={max} onChange={(day) => list.set(name, day)} />
}

interface DateInputProps {
  label: string
  value: string
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string) => void
}

/** The browser's own date field: it knows the phone's calendar, the keyboard and the screen reader. */
export function DateInput({ label, value, min, max, onChange }: DateInputProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => {
          const day = event.target.value
          // Typed dates can lie outside what the picker offers.
          if (day && ((min && day < min) || (max && day > max))) return
          onChange(day)
        }}
      />
    </label>
  )
}

interface SelectInputProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** The options. */
  children: ReactNode
}

/** A native select beside the dates. */
export function SelectInput({ label, value, onChange, children }: SelectInputProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </label>
  )
}
