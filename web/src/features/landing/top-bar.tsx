import { BrandMark } from '../../components/plain/brand-mark.tsx'
import { brand } from '../../lib/brand.ts'
import landing from './landing.module.css'
import { type Language, LANGUAGES, OWN_NAMES, setLanguage } from './language.ts'
import type { LandingTexts } from './texts/landing-texts.ts'
import styles from './top-bar.module.css'

/** 112 before everything else, then who we are and the two ways in. */
export function TopBar({ language, texts }: { language: Language; texts: LandingTexts }) {
  const { nav, now } = texts
  return (
    <header className={styles.bar}>
      <a className={styles.skip} href="#page">
        {texts.skip}
      </a>
      <div className={styles.now}>
        <div className={styles.inner}>
          <p>
            <span className={styles.question}>{now.question}</span>
            <a href="tel:112">
              <b>112</b> <span>{now.emergency}</span>
            </a>
            <a href="tel:108">
              <b>108</b> <span>{now.ambulance}</span>
            </a>
            <span className={styles.note}>{now.not_instead}</span>
          </p>
          <div className={styles.languages} role="group" aria-label={texts.language}>
            {LANGUAGES.map((each) => (
              <button
                key={each}
                type="button"
                lang={each}
                aria-pressed={each === language}
                onClick={() => setLanguage(each)}
              >
                {OWN_NAMES[each]}
              </button>
            ))}
          </div>
        </div>
      </div>
      <div className={styles.row}>
        <a className={styles.brand} href="/">
          <BrandMark size={40} />
          {brand.name}
        </a>
        <nav className={styles.places} aria-label={nav.label}>
          <a href="#how">{nav.how}</a>
          <a href="#benefits">{nav.benefits}</a>
          <a href="#plans">{nav.plans}</a>
          <a href="#questions">{nav.questions}</a>
        </nav>
        <nav className={styles.ways} aria-label={nav.account}>
          <a className={`${landing.button} ${landing.outline}`} href="/userlogin">
            {texts.login}
          </a>
          <a className={`${landing.button} ${landing.main}`} href="/register">
            {texts.subscribe}
          </a>
        </nav>
      </div>
    </header>
  )
}
