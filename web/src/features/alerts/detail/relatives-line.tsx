import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import styles from './detail.module.css'
import { OCCASIONS, ofPerson } from './message-groups.ts'

/** How many relatives were told of the latest occasion, at the top of the page; it leads to the table that says whom. */
export function RelativesLine({ alert: { people, messages } }: { alert: AlertDetail }) {
  const relatives = people.filter(({ key }) => key.startsWith('relative:'))
  const latest = OCCASIONS.map(([occasion, templates]) => ({
    occasion,
    states: relatives.flatMap((person) => ofPerson(messages, person, templates).at(-1)?.state ?? []),
  })).findLast(({ states }) => states.length > 0)
  if (!latest) return null
  const count = (...wanted: string[]) => latest.states.filter((state) => wanted.includes(state)).length
  const failed = count('failed')
  return (
    <p>
      <a href="#told" className={failed > 0 ? styles.unreached : undefined}>
        {`${count('sent', 'delivered')} of ${relatives.length} relatives told of the ${latest.occasion.toLowerCase()}`}
        {failed > 0 ? `, ${failed} not reached` : ''}
      </a>
    </p>
  )
}
