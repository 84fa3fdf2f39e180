import type { ListState } from '../../lib/use-list-state.ts'
import { DateField, daysOnly } from '../form/date-field.tsx'
import styles from './list-tools.module.css'

/** Begins a list in the order of its days at one of them. `opens`: asked for just now, so the calendar is there at once. */
export default function GoToDay({ list, opens = false }: { list: ListState; opens?: boolean }) {
  return (
    <DateField
      label="Go to"
      inline
      opens={opens}
      className={styles.goTo}
      value={list.get('go_to')}
      onChange={daysOnly((day) => list.set('go_to', day))}
    />
  )
}
