import { COMPANY_PAGES, PUBLIC_PAGES, type PublicLanguage } from '@tvarit/shared/contracts/public-pages'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { brand } from '../../lib/brand.ts'
import { BrandMark } from './brand-mark.tsx'
import styles from './public-frame.module.css'

interface PublicFrameProps {
  children: ReactNode
  wide?: boolean
  language?: PublicLanguage
  /** At the right of the brand. */
  end?: ReactNode
}

/** Around a public page: the brand on top, help at the bottom. Another language is another page, as on the landing page. 112 and 108 are never behind a login. */
export function PublicFrame({ children, wide = false, language = 'en', end }: PublicFrameProps) {
  return (
    <div className={styles.frame}>
      <header className={`row between gap-l ${styles.top}`}>
        <Link className={`target ${styles.brand}`} to="/">
          <BrandMark size={36} />
          {brand.name}
        </Link>
        {end}
      </header>
      <Fragment key={language}>
        <main className={wide ? styles.wide : styles.narrow}>{children}</main>
        <HelpLine language={language} />
      </Fragment>
    </div>
  )
}

const HELP = {
  en: ['In an emergency call ', ' or ', '. This service does not replace them.'],
  hi: ['आपात स्थिति में ', ' या ', ' पर फ़ोन करें। यह सेवा उनकी जगह नहीं लेती।'],
} as const

function HelpLine({ language }: { language: PublicLanguage }) {
  const [call, or, note] = HELP[language]
  return (
    <footer className={styles.help}>
      <p>
        {call}
        <a href="tel:112">112</a>
        {or}
        <a href="tel:108">108</a>
        {note}
      </p>
      <p className={styles.company}>
        {COMPANY_PAGES.map((path) => (
          <Link key={path} className="target" to={path}>
            {PUBLIC_PAGES[path]![language]!.title}
          </Link>
        ))}
      </p>
    </footer>
  )
}
