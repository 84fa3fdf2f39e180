import { dayText } from '@tvarit/shared/contracts/indian-time'
import { DateField, daysOnly, isDay } from '../form/date-field.tsx'
import styles from './filter-bar.module.css'
import type { Filter } from './list-filters.tsx'

/** Narrows a list by one day (`YYYY-MM-DD`), between the days that the other end of a range allows. */
export const dayFilter = (
  name: string,
  label: string,
  range: { min?: string | undefined; max?: string | undefined } = {},
): Filter => ({
  name,
  label,
  textOf: (value) => (isDay(value) ? dayText(value) : undefined),
  field: (list) => (
    <DateField
      label={label}
      inline
      className={styles.day}
      {...range}
      value={list.get(name)}
      onChange={daysOnly((day) => list.set(name, day))}
    />
  ),
})
