import type { Stock } from '@tvarit/shared/contracts/stock'
import { StatisticCard, StatisticCards } from '../../components/statistic-card.tsx'
import { formatCount } from '../../lib/format-count.ts'
import { BELOW } from './wording.ts'

/** Own stock, activated, and the same of all below. */
export function StockStatistics({ stock, compact = false }: { stock: Stock | undefined; compact?: boolean }) {
  const holder = stock?.holder
  const of_company = holder === null
  const people = of_company ? 'Partners' : 'People below'
  const has_below = of_company || holder === undefined || BELOW[holder.role] !== null
  const below = stock?.below
  return (
    <StatisticCards label="Stock" busy={!stock} compact={compact}>
      <StatisticCard
        title={of_company ? 'Held by the company' : 'In stock'}
        value={stock && formatCount(stock.available)}
        note={of_company ? 'voided ones included' : has_below ? 'to pass on or to sell' : 'to sell'}
      />
      {of_company ? (
        <StatisticCard
          title="Held by partners"
          value={below && formatCount(below.available)}
          note="to pass on or to sell"
        />
      ) : (
        <StatisticCard
          title="Activated this month"
          value={stock && formatCount(stock.activated_month)}
          note={stock ? `${formatCount(stock.activated)} in all` : 'in all'}
        />
      )}
      {of_company ? (
        <StatisticCard
          title="Activated this month"
          value={below && formatCount(below.activated_month)}
          note={below ? `by partners; ${formatCount(below.activated)} in all` : ''}
        />
      ) : has_below ? (
        <StatisticCard
          title={people}
          value={below && formatCount(below.people)}
          note={
            below
              ? `${formatCount(below.available)} in stock, ${formatCount(below.activated_month)} activated this month`
              : ''
          }
        />
      ) : (
        <StatisticCard title="Voided" value={stock && formatCount(stock.voided ?? 0)} note="cannot be sold" />
      )}
    </StatisticCards>
  )
}
