import type { ListState } from '../../lib/use-list-state.ts'
import { DateField, daysOnly } from '../form/date-field.tsx'

interface DateFilterProps {
  list: ListState
  name: string
  label: string
  /** Days (`YYYY-MM-DD`) the other end of a range allows. */
  min?: string
  max?: string
}

/** A list's filter by one day, kept in the URL under `name`. */
export function DateFilter({ list, name, label, min, max }: DateFilterProps) {
  return (
    <DateField
      label={label}
      value={list.get(name)}
      min={min}
      max={max}
      onChange={daysOnly((day) => list.set(name, day))}
    />
  )
}
