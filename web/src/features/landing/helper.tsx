import styles from './helper.module.css'
import type { LandingTexts } from './texts/landing-texts.ts'

/** For the bystander: the law is on the side of people who help. Looks like the board on a sharp bend of the road. */
export function Helper({ texts }: { texts: LandingTexts }) {
  const { helper } = texts
  return (
    <section className={styles.band} aria-labelledby="helper-title" id="helper">
      <svg className={styles.chevrons} aria-hidden="true">
        <pattern id="bend" width="72" height="56" patternUnits="userSpaceOnUse">
          <path d="M0 0h30l28 28-28 28H0l28-28z" fill="#10201f" />
        </pattern>
        <rect width="100%" height="56" fill="url(#bend)" />
      </svg>
      <div className={styles.board}>
        <div className={styles.words}>
          <h2 id="helper-title">{helper.title}</h2>
          <p className={styles.lead}>{helper.lead}</p>
          <ul>
            {helper.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
