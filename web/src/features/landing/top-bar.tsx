import type { PublicLanguage } from '@tvarit/shared/contracts/public-pages'
import { BrandMark } from '../../components/plain/brand-mark.tsx'
import { LanguageSwitch } from '../../components/plain/language-switch.tsx'
import { brand } from '../../lib/brand.ts'
import styles from './landing.module.css'
import type { LandingTexts } from './texts.ts'

/** 112 before everything else, then who we are and the two ways in. */
export function TopBar({ language, texts }: { language: PublicLanguage; texts: LandingTexts }) {
  const { nav, now } = texts
  return (
    <header className={styles.dusk}>
      <a className="skip" href="#page">
        {texts.skip}
      </a>
      <div className={styles.now}>
        <div className={`${styles.inner} row between`}>
          <p>
            <strong>{now.question}</strong>
            <a href="tel:112">
              <b>112</b> <span>{now.emergency}</span>
            </a>
            <a href="tel:108">
              <b>108</b> <span>{now.ambulance}</span>
            </a>
            <span>{now.not_instead}</span>
          </p>
          <LanguageSwitch now={language} label={texts.language} />
        </div>
      </div>
      <div className={`${styles.row} ${styles.inner} row between`}>
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
        <nav className={styles.account} aria-label={nav.account}>
          <a className={`${styles.button} ${styles.outline}`} href="/userlogin">
            {texts.login}
          </a>
          <a className={styles.button} href="/register">
            {texts.subscribe}
          </a>
        </nav>
      </div>
    </header>
  )
}
