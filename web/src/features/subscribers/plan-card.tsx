import { indianDate } from '@tvarit/shared/contracts/indian-time'
import { PLAN_NAMES, type Subscription } from '@tvarit/shared/contracts/plans'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import type { ReactNode } from 'react'
import { Card } from '../../components/card.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { entitlementText } from '../../lib/entitlement-text.ts'
import { usePlan } from './plan-queries.ts'

interface PlanCardProps {
  user_id: number
  /** How this reader renews; null for a reader who does not. */
  renewal: ReactNode
}

/** What the plan pays for in plain words, how long it goes on, and the terms it had. */
export function PlanCard({ user_id, renewal }: PlanCardProps) {
  const query = usePlan(user_id)
  return (
    <Card title="Plan" aside={query.data ? renewal : null}>
      <Loaded query={query} loading="Loading plan" failed={TEXTS.plan_failed}>
        {(plan) => <Terms plan={plan} />}
      </Loaded>
    </Card>
  )
}

function Terms({ plan: { today, ending_date, days_left, terms } }: { plan: Subscription }) {
  return (
    <div className="stack gap-m">
      {today ? (
        <p className="text-l">
          <strong>{PLAN_NAMES[today.name]}</strong>: {entitlementText(today)}
        </p>
      ) : null}
      <p>{leftText(days_left, ending_date)}</p>
      <p className="soft">Help never depends on the plan: every alert is taken.</p>
      <h3 className="text-m">Terms</h3>
      <ul className="lines">
        {terms.map((term) => (
          <li key={term.id}>
            <span className="numbers">
              {indianDate(term.start_date)} to {indianDate(term.end_date)}
            </span>
            <span className="soft">
              {PLAN_NAMES[term.plan]},{' '}
              {term.ride_used_at ? `ride used on ${indianDate(term.ride_used_at)}` : 'ride not used'}
              {term.serial_number ? `, coupon ${spokenCode(term.serial_number)}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How long a plan goes on, in a sentence. */
export function leftText(days: number, end: string): string {
  if (days < 0)
    return `The plan ended on ${indianDate(end)}. Renew it and it goes on from today, with the same sticker.`
  if (days === 0) return 'Today is the last day. Renew now and the next term follows without a gap.'
  return `${days === 1 ? '1 day' : `${days} days`} left, to ${indianDate(end)}.`
}
