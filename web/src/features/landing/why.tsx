import type { ReactNode } from 'react'
import { brand } from '../../lib/brand.ts'
import { AlwaysArt, MilestoneArt, NearestArt } from './art/why-art.tsx'
import landing from './landing.module.css'
import type { LandingTexts, Promised } from './texts/landing-texts.ts'
import styles from './why.module.css'

export function Why({ texts }: { texts: LandingTexts }) {
  const { why } = texts
  return (
    <section className={`${landing.section} ${landing.split}`} aria-labelledby="why-title" id="why">
      <div className={styles.head}>
        <h2 id="why-title">{why.title(brand.name)}</h2>
        <p className={landing.lead}>{why.lead}</p>
      </div>
      <div>
        <Reason promise={why.fast}>
          <NearestArt ambulance={texts.now.ambulance} />
        </Reason>
        <Reason promise={why.nationwide}>
          <MilestoneArt />
        </Reason>
        <Reason promise={why.always}>
          <AlwaysArt />
        </Reason>
      </div>
    </section>
  )
}

function Reason({ promise, children }: { promise: Promised; children: ReactNode }) {
  return (
    <article className={styles.reason}>
      {children}
      <div>
        <h3>{promise.title}</h3>
        <p>{promise.text}</p>
        <p className={landing.limit}>{promise.limit}</p>
      </div>
    </article>
  )
}
