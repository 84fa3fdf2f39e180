import { PLAN_KM, PLAN_NAMES, PLANS } from '@tvarit/shared/contracts/plans'
import { priceText } from '@tvarit/shared/contracts/public-pages'
import { PhoneLink } from '../../../components/phone-link.tsx'
import { brand } from '../../../lib/brand.ts'
import styles from './register.module.css'

/** Both plans side by side, with what each costs and covers. */
export function PlanFacts() {
  return (
    <>
      <ul className={`fields ${styles.plans}`}>
        {PLANS.map((plan) => {
          const rupees = brand.prices[plan]
          return (
            <li key={plan}>
              <h3 className="text-l">{PLAN_NAMES[plan]}</h3>
              <p>{rupees === null ? 'Ask us for the price.' : priceText(rupees, 'en')}</p>
              <p>One ambulance ride in the year, up to {`${PLAN_KM[plan]}\u00a0km`}.</p>
            </li>
          )
        })}
      </ul>
      <p className="muted">
        Both alert the call centre, tell your contacts and inform the hospital. You start on the Basic plan; for Gold
        call {brand.phone ? <PhoneLink phone={brand.phone} /> : 'us'}, now or later.
      </p>
    </>
  )
}
