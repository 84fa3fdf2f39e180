import { HeroScene } from './art/hero-scene.tsx'
import styles from './hero.module.css'
import landing from './landing.module.css'
import type { LandingTexts } from './texts/landing-texts.ts'

export function Hero({ texts }: { texts: LandingTexts }) {
  const { hero } = texts
  return (
    <section className={styles.hero}>
      <div className={styles.inner}>
        <h1>
          {hero.title[0]} <span>{hero.title[1]}</span>
        </h1>
        <div className={styles.words}>
          <p className={styles.lead}>{hero.lead}</p>
          <div className={styles.ways}>
            <a className={`${landing.button} ${landing.main} ${landing.large}`} href="/register">
              {texts.subscribe}
            </a>
            <a className={`${landing.button} ${landing.outline} ${landing.large}`} href="#how">
              {hero.more}
            </a>
          </div>
          <p className={`${landing.limit} ${styles.limit}`} data-promise>
            {hero.limit}
          </p>
          <p className={styles.note}>{texts.now.not_instead}</p>
        </div>
        <HeroScene words={texts.phone} ambulance={texts.now.ambulance} className={styles.scene ?? ''} />
      </div>
    </section>
  )
}
