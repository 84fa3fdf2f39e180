import { CURRENT_NOTICE } from '@tvarit/shared/contracts/consents'
import { PUBLIC_PAGES } from '@tvarit/shared/contracts/public-pages'
import type { ReactNode } from 'react'
import { LanguageSwitch } from '../../components/plain/language-switch.tsx'
import { PlainNotice } from '../../components/plain/plain-notice.tsx'
import { PublicFrame } from '../../components/plain/public-frame.tsx'
import { brand } from '../../lib/brand.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { usePageLanguage } from '../../lib/page-language.ts'
import styles from './legal.module.css'
import { Sections } from './sections.tsx'
import { en } from './texts/en.ts'
import { hi } from './texts/hi.ts'
import type { LegalTexts } from './texts/legal-texts.ts'

const TEXTS = { en, hi }
const PARTS = { '/privacy': 'privacy', '/terms': 'terms', '/refunds': 'refunds', '/contact': 'complaints' } as const

interface LegalPageProps {
  path: string
  /** Above the sections. */
  children?: (texts: LegalTexts) => ReactNode
}

/** One of the company's pages, in English or Hindi. */
export default function LegalPage({ path, children }: LegalPageProps) {
  const language = usePageLanguage()
  const texts = TEXTS[language]
  const { title, description } = PUBLIC_PAGES[path]![language]!
  usePageTitle(title)
  return (
    <PublicFrame
      wide
      language={language}
      end={<LanguageSwitch now={language} label={texts.language} className={styles.languages ?? ''} />}
    >
      <article className={styles.article}>
        <h1>{title}</h1>
        <p className={styles.lead}>{description}</p>
        <PlainNotice tone="warning">
          {texts.unreviewed} {brand.made_up ? texts.made_up : ''}
        </PlainNotice>
        {children?.(texts)}
        <Sections sections={texts[PARTS[path as keyof typeof PARTS]]} level={2} />
        <p className={styles.lead}>
          {texts.version} {CURRENT_NOTICE.version}
        </p>
      </article>
    </PublicFrame>
  )
}
