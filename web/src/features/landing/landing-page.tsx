import { useEffect } from 'react'
import { usePageTitle } from '../../lib/document-title.ts'
import { Benefits } from './benefits.tsx'
import { Closing, Footer } from './footer.tsx'
import { Helper } from './helper.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import styles from './landing.module.css'
import { useLanguage } from './language.ts'
import { Plans } from './plans.tsx'
import { Questions } from './questions.tsx'
import { TopBar } from './top-bar.tsx'
import { Why } from './why.tsx'

/**
 * The public face. Its links are plain ones and it needs no router, so that somebody on a thin network does not wait
 * for one (see `main.tsx`). Wherever it says that something is free, the limits of the plans stand beside it.
 */
export default function LandingPage() {
  const { language, texts } = useLanguage()
  usePageTitle(texts.page_title)
  useEffect(() => {
    const root = document.documentElement
    const before = root.lang
    root.lang = texts.lang
    return () => {
      root.lang = before
    }
  }, [texts.lang])

  return (
    <div className={styles.page}>
      <TopBar language={language} texts={texts} />
      <main id="page" tabIndex={-1}>
        <Hero texts={texts} />
        <Why texts={texts} />
        <HowItWorks texts={texts} />
        <Benefits texts={texts} />
        <Plans texts={texts} />
        <Helper texts={texts} />
        <Questions texts={texts} />
        <Closing texts={texts} />
      </main>
      <Footer texts={texts} />
    </div>
  )
}
