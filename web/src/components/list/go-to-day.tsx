import type { ListState } from '../../lib/use-list-state.ts'
import { DateField } from '../form/date-field.tsx'
import styles from './list-tools.module.css'

/** Begins a list in the order of its days at one of them. */
export function GoToDay({ list }: { list: ListState }) {
  return (
    <DateField
      label="Go to"
      inline
      className={styles.goTo}
      value={list.get('go_to')}
      onChange={(day) => list.set('go_to', day)}
    />
  )
}
