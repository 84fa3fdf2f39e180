import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { useNow } from '../../../lib/use-now.ts'
import { ladderStep } from './ladder-step.ts'

/** How many relatives were notified, at the top of the page; it leads to the table that says whom and how. */
export function RelativesLine({ alert: { people } }: { alert: AlertDetail }) {
  const now = useNow()
  const relatives = people.filter(({ ladder }) => ladder?.name === 'relative')
  if (relatives.length === 0) return null
  const notified = relatives.filter(({ ladder }) => ladder?.state === 'told').length
  const missed = relatives.filter((person) => ladderStep(person, now).not_reached).length
  return (
    <a href="#notified" className={`target ${missed > 0 ? 'red strong' : ''}`}>
      {`${notified} of ${relatives.length} relatives notified`}
      {missed > 0 ? `, ${missed} not reached` : ''}
    </a>
  )
}
