import { Chevrons, Drawing } from './art/parts.tsx'
import styles from './helper.module.css'
import type { LandingTexts } from './texts/landing-texts.ts'

/** For the bystander: the law is on the side of people who help. Looks like the board on a sharp bend of the road. */
export function Helper({ texts }: { texts: LandingTexts }) {
  const { helper } = texts
  return (
    <section className={styles.band} aria-labelledby="helper-title" id="helper">
      <div className={styles.board}>
        <Drawing box="0 0 480 96" className={styles.chevrons ?? ''}>
          {[0, 1, 2, 3, 4].map((place) => (
            <Chevrons key={place} x={place * 96} y={0} by={4.36} colour="#10201f" />
          ))}
        </Drawing>
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
