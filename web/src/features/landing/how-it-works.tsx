import type { PublicLanguage } from '@tvarit/shared/contracts/public-pages'
import { CentreArt, FamilyArt, ScanArt, StickArt } from './art/story-art.tsx'
import styles from './how-it-works.module.css'
import landing from './landing.module.css'
import type { LandingTexts } from './texts/landing-texts.ts'

/** Four pictures in a row; one line runs through all of them, from the sticker to the ambulance. */
export function HowItWorks({ texts, language }: { texts: LandingTexts; language: PublicLanguage }) {
  const { how } = texts
  const pictures = [
    <StickArt key="stick" />,
    <ScanArt key="scan" />,
    <CentreArt key="centre" />,
    <FamilyArt key="family" ambulance={texts.now.ambulance} />,
  ]
  return (
    <section className={landing.section} aria-labelledby="how-title" id="how">
      <h2 id="how-title">{how.title}</h2>
      <p className={landing.lead}>{how.lead}</p>
      <ol className={styles.story}>
        {how.steps.map(({ title, text }, index) => (
          <li key={title} className={styles.step}>
            <div className={styles.picture}>{pictures[index]}</div>
            <h3>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              {title}
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div className={styles.practice}>
        <div>
          <h3>{texts.practice.title}</h3>
          <p>{texts.practice.text}</p>
        </div>
        <a className={`${landing.button} ${landing.main} ${landing.large}`} href={`/s/practice?lang=${language}`}>
          {texts.practice.open}
        </a>
      </div>
    </section>
  )
}
