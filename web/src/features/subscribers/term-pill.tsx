import { indianDay } from '@tvarit/shared/contracts/indian-time'
import { Pill } from '../../components/pill.tsx'
import { useNow } from '../../lib/use-now.ts'

/** Expired when the end date is before today in India, otherwise Active. */
export function TermPill({ ending_date }: { ending_date: string }) {
  const expired = ending_date < indianDay(useNow())
  return <Pill tone={expired ? 'red' : 'green'}>{expired ? 'Expired' : 'Active'}</Pill>
}
