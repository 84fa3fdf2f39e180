import { Button, Input, Segmented } from 'antd'
import { Fragment, type ReactNode, useState } from 'react'
import { countedInside } from '../../lib/length-note.ts'
import { onlyDigits } from '../../lib/only-digits.ts'
import { type ListState, useSearchField } from '../../lib/use-list-state.ts'
import { useNarrow } from '../../lib/use-width.ts'
import { FilterBar, SearchBox } from './filter-bar.tsx'
import styles from './filter-bar.module.css'

/** What narrows a list besides its search: made by `tabsFilter`, `choiceFilter`, `dayFilter` or `numberFilter`. */
export interface Filter {
  /** In the address. */
  name: string
  label: string
  field: (list: ListState) => ReactNode
  /** A value of the address in words; null where the field itself shows it well. */
  textOf: ((value: string) => string | undefined) | null
  /** Behind 'More filters', also on a desk. */
  more?: true | undefined
}

interface ListFiltersProps {
  list: ListState
  search?: string | undefined
  busy: boolean
  filters: readonly Filter[]
  /** The list can be shown on a map instead. */
  has_map: boolean
}

const VIEWS = [
  { value: '', label: 'List' },
  { value: 'map', label: 'Map' },
]

/** One row of search and filters; on a phone all but the tabs are behind 'More filters'. */
export function ListFilters({ list, search, busy, filters, has_map }: ListFiltersProps) {
  const narrow = useNarrow()
  const [opened, setOpened] = useState(false)
  const later = filters.filter(({ more, textOf }) => more || (narrow && textOf))
  const first = filters.filter((filter) => !later.includes(filter))
  if (!search && filters.length === 0 && !has_map) return null
  const fields = (some: readonly Filter[]) =>
    some.map(({ name, field }) => <Fragment key={name}>{field(list)}</Fragment>)
  return (
    <FilterBar>
      {search ? <SearchBox list={list} label={search} busy={busy} /> : null}
      {fields(first)}
      {later.length > 0 ? (
        <Button aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? 'Fewer filters' : 'More filters'}
        </Button>
      ) : null}
      {has_map ? (
        <Segmented
          aria-label="View"
          options={VIEWS}
          value={list.get('view') === 'map' ? 'map' : ''}
          onChange={(view) => list.set('view', view)}
        />
      ) : null}
      {opened && later.length > 0 ? <div className={styles.more}>{fields(later)}</div> : null}
    </FilterBar>
  )
}

/** Labels by value. */
export type Choices = Readonly<Record<string, string>>

/** As antd takes them. */
export const optionsOf = (choices: Choices) => Object.entries(choices).map(([value, label]) => ({ value, label }))

/** Choices beside each other; the first, with the value '', is everything. */
export const tabsFilter = (name: string, label: string, choices: Choices): Filter => ({
  name,
  label,
  textOf: null,
  field: (list) => (
    <Segmented
      aria-label={label}
      options={optionsOf(choices)}
      value={list.get(name).toUpperCase()}
      onChange={(chosen) => list.set(name, chosen)}
    />
  ),
})

/** A number of at most so many digits. */
export const numberFilter = (name: string, label: string, digits: number): Filter => ({
  name,
  label,
  textOf: (value) => value,
  field: (list) => <NumberField list={list} name={name} label={label} digits={digits} />,
})

/** Other characters than digits leave it as it is. */
function NumberField({ list, name, label, digits }: { list: ListState; name: string; label: string; digits: number }) {
  const [typed, setTyped] = useSearchField(list, name, digits)
  return (
    <Input
      className={styles.number}
      aria-label={label}
      placeholder={label}
      inputMode="numeric"
      allowClear
      {...countedInside(digits)}
      value={typed}
      onChange={({ target }) => setTyped(onlyDigits(target.value))}
    />
  )
}

/** The chosen filters, each gone with a click. Tabs show themselves what is chosen. */
export function ChosenFilters({ list, filters }: { list: ListState; filters: readonly Filter[] }) {
  const chosen = filters.flatMap(({ name, label, textOf }) => {
    const text = textOf?.(list.get(name))
    return text ? [{ name, text: `${label}: ${text}` }] : []
  })
  return (
    <>
      {chosen.map(({ name, text }) => (
        <button key={name} type="button" className={styles.chip} title="Remove" onClick={() => list.clear([name])}>
          {text} <span aria-hidden="true">×</span>
          <span className="visually-hidden">, remove</span>
        </button>
      ))}
      {chosen.length > 1 ? (
        <Button type="link" onClick={() => list.clear(chosen.map(({ name }) => name))}>
          Clear all
        </Button>
      ) : null}
    </>
  )
}
