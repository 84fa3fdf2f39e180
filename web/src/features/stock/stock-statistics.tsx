import type { Stock } from '@tvarit/shared/contracts/stock'
import { FigureCard, FigureCards } from '../../components/statistic-card.tsx'
import { figure } from '../../lib/format-count.ts'
import { BELOW } from './wording.ts'

/** Own stock, activated, and the same of all below. */
export function StockFigures({ stock, compact = false }: { stock: Stock | undefined; compact?: boolean }) {
  const holder = stock?.holder
  const of_company = holder === null
  const people = of_company ? 'Partners' : 'People below'
  const has_below = of_company || holder === undefined || BELOW[holder.role] !== null
  const below = stock?.below
  return (
    <FigureCards label="Stock" busy={!stock} compact={compact}>
      <FigureCard
        title={of_company ? 'Held by the company' : 'In stock'}
        value={stock && figure(stock.available)}
        note={of_company ? 'voided ones included' : has_below ? 'to pass on or to sell' : 'to sell'}
      />
      {of_company ? (
        <FigureCard title="Held by partners" value={below && figure(below.available)} note="to pass on or to sell" />
      ) : (
        <FigureCard
          title="Activated this month"
          value={stock && figure(stock.activated_month)}
          note={stock ? `${figure(stock.activated)} in all` : 'in all'}
        />
      )}
      {of_company ? (
        <FigureCard
          title="Activated this month"
          value={below && figure(below.activated_month)}
          note={below ? `by partners; ${figure(below.activated)} in all` : ''}
        />
      ) : has_below ? (
        <FigureCard
          title={people}
          value={below && figure(below.people)}
          note={
            below ? `${figure(below.available)} in stock, ${figure(below.activated_month)} activated this month` : ''
          }
        />
      ) : (
        <FigureCard title="Voided" value={stock && figure(stock.voided ?? 0)} note="cannot be sold" />
      )}
    </FigureCards>
  )
}
