import { PUBLIC_PAGES } from '@tvarit/shared/contracts/public-pages'
import { Fragment } from 'react'
import { usePageTitle } from '../../lib/document-title.ts'
import { usePageLanguage } from '../../lib/page-language.ts'
import { Benefits } from './benefits.tsx'
import { Company } from './company.tsx'
import { Closing, Footer } from './footer.tsx'
import { Helper } from './helper.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import styles from './landing.module.css'
import { en } from './texts/en.ts'
import { hi } from './texts/hi.ts'
import { Plans } from './plans.tsx'
import { Questions } from './questions.tsx'
import { TopBar } from './top-bar.tsx'
import { Why } from './why.tsx'

const TEXTS = { en, hi }

/**
 * The public face. Its links are plain ones and it needs no router, so that a visitor on a thin network does not wait
 * for one (see `main.tsx`). Another language is another page: a browser that translates has replaced its texts. Wherever it says that something is free, the limits of the plans stand beside it.
 */
export default function LandingPage() {
  const language = usePageLanguage()
  const texts = TEXTS[language]
  usePageTitle(PUBLIC_PAGES['/']![language]!.title)

  return (
    <div className={styles.page}>
      <TopBar language={language} texts={texts} />
      <Fragment key={language}>
        <main id="page" tabIndex={-1}>
          <Hero texts={texts} />
          <Why texts={texts} />
          <HowItWorks texts={texts} language={language} />
          <Benefits texts={texts} />
          <Plans texts={texts} />
          <Helper texts={texts} />
          <Questions title={texts.questions} language={language} />
          <Company texts={texts} language={language} />
          <Closing texts={texts} />
        </main>
        <Footer texts={texts} language={language} />
      </Fragment>
    </div>
  )
}
