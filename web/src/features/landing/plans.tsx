import { inRupees } from '@tvarit/shared/contracts/public-pages'
import { brand } from '../../lib/brand.ts'
import styles from './landing.module.css'
import { Section } from './sections.tsx'
import type { LandingTexts } from './texts.ts'

/** The ways compared to scale, then everything else in a table. Prices are settings. */
export function Plans({ texts: { plans } }: { texts: LandingTexts }) {
  const price = (rupees: number | null) => (
    <td className={styles.price}>{rupees === null ? plans.price_unknown : inRupees(rupees)}</td>
  )
  return (
    <Section
      id="plans"
      title={plans.title}
      lead={plans.lead}
      notes={[...(brand.made_up ? [plans.made_up] : []), ...plans.notes]}
      className={styles.split}
    >
      <div>
        <div className={`stack gap-s ${styles.roads}`} aria-hidden="true">
          <div>
            <span>{plans.basic}</span>
            <span>10 {plans.km}</span>
          </div>
          <div>
            <span>{plans.gold}</span>
            <span>15 {plans.km}</span>
          </div>
        </div>
        <table>
          <caption className="visually-hidden">{plans.caption}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{plans.basic}</th>
              <th scope="col">{plans.gold}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{plans.price}</th>
              {price(brand.prices.BASIC)}
              {price(brand.prices.GOLD)}
            </tr>
            {plans.rows.map(({ what, basic, gold }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{basic}</td>
                <td>{gold}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
