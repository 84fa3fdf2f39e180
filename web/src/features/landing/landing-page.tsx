import { PUBLIC_PAGES } from '@tvarit/shared/contracts/public-pages'
import { Fragment } from 'react'
import { usePageTitle } from '../../lib/document-title.ts'
import { usePageLanguage } from '../../lib/page-language.ts'
import { ArtParts } from './art.tsx'
import { Footer } from './footer.tsx'
import { Benefits, Closing, Company, Helper, Hero, HowItWorks, Questions, Why } from './sections.tsx'
import styles from './landing.module.css'
import { Plans } from './plans.tsx'
import { TEXTS } from './texts.ts'
import { TopBar } from './top-bar.tsx'

/**
 * The public face. Its links are plain ones and it needs no router, so that a visitor on a thin network does not wait
 * for one (see `main.tsx`). Another language is another page: a browser that translates has replaced its texts.
 * Wherever it says that something is free, the same card names the limits of the plans.
 */
export default function LandingPage() {
  const language = usePageLanguage()
  const texts = TEXTS[language]
  usePageTitle(PUBLIC_PAGES['/']![language]!.title)

  return (
    <div className={styles.page}>
      <TopBar language={language} texts={texts} />
      <Fragment key={language}>
        <ArtParts texts={texts} />
        <main id="page" tabIndex={-1}>
          <Hero texts={texts} />
          <Why texts={texts} />
          <HowItWorks texts={texts} language={language} />
          <Benefits texts={texts} language={language} />
          <Plans texts={texts} />
          <Helper texts={texts} />
          <Questions texts={texts} language={language} />
          <Company texts={texts} language={language} />
          <Closing texts={texts} />
        </main>
        <Footer texts={texts} language={language} />
      </Fragment>
    </div>
  )
}
