import { inRupees } from '@tvarit/shared/contracts/public-pages'
import type { Plan } from '@tvarit/shared/contracts/plans'
import { brand } from '../../lib/brand.ts'
import landing from './landing.module.css'
import styles from './plans.module.css'
import type { LandingTexts } from './texts/landing-texts.ts'

/** The ways compared to scale, then everything else in a table. Prices are settings. */
export function Plans({ texts }: { texts: LandingTexts }) {
  const { plans } = texts
  const price = (plan: Plan) => {
    const rupees = brand.prices[plan]
    return rupees === null ? plans.price_unknown : inRupees(rupees)
  }
  return (
    <section className={`${landing.section} ${landing.split}`} aria-labelledby="plans-title" id="plans">
      <div>
        <h2 id="plans-title">{plans.title}</h2>
        <p className={landing.lead}>{plans.lead}</p>
        {brand.made_up ? <p className={styles.note}>{plans.made_up}</p> : null}
        {plans.notes.map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
      </div>
      <div>
        <div className={styles.ways} aria-hidden="true">
          <Way name={plans.basic} km={10} unit={plans.km} />
          <Way name={plans.gold} km={15} unit={plans.km} />
        </div>
        <table className={styles.table}>
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
              <td className={styles.price}>{price('BASIC')}</td>
              <td className={styles.price}>{price('GOLD')}</td>
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
    </section>
  )
}

function Way({ name, km, unit }: { name: string; km: 10 | 15; unit: string }) {
  return (
    <div className={km === 15 ? `${styles.way} ${styles.gold}` : styles.way}>
      <span>{name}</span>
      <span>
        {km} {unit}
      </span>
    </div>
  )
}
