import { CURRENT_NOTICE } from '@tvarit/shared/contracts/consents'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { priceText, PUBLIC_PAGES, TREATMENT } from '@tvarit/shared/contracts/public-pages'
import { EmailLink } from '../../components/email-link.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'
import { Fact } from '../../components/plain/fact.tsx'
import { LanguageSwitch } from '../../components/plain/language-switch.tsx'
import { PlainNotice } from '../../components/plain/plain-notice.tsx'
import { PublicFrame } from '../../components/plain/public-frame.tsx'
import { brand } from '../../lib/brand.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { usePageLanguage } from '../../lib/page-language.ts'
import styles from './legal.module.css'
import { Sections } from './sections.tsx'
import accepted_terms from './texts/accepted-terms-en.json'
import english from './texts/en.json'
import hi from './texts/hi.json'

const en = { ...english, accepted_terms }
const TEXTS = { en, hi } satisfies Record<string, typeof en>
const { company, officer, prices } = brand

/** One of the company's pages, in English or Hindi. */
export default function LegalPage({ path }: { path: string }) {
  const language = usePageLanguage()
  const texts = TEXTS[language]
  const { title, description } = PUBLIC_PAGES[path]![language]!
  usePageTitle(title)
  const sections = {
    '/privacy': texts.privacy,
    '/terms': [...texts.contract, ...texts.accepted_terms, ...texts.terms],
    '/refunds': texts.refunds,
    '/contact': texts.complaints,
  }[path]!
  const price = (rupees: number | null) => (rupees === null ? texts.price_unknown : priceText(rupees, language))
  const ways = [officer.email, officer.phone].filter(Boolean).map((way) => `[${way}]`)
  const values = {
    keep_days_alert_places: LIMITS.keep_days_alert_places,
    keep_days_codes: LIMITS.keep_days_codes,
    keep_days_sessions: LIMITS.keep_days_sessions,
    keep_days_audit: LIMITS.keep_days_audit,
    keep_days_ambulance_positions: LIMITS.keep_days_ambulance_positions,
    keep_erased_years: LIMITS.keep_erased_years,
    company: company.name || brand.name,
    address: company.address && `, ${company.address}`,
    email: brand.email,
    phone: brand.phone,
    officer: [officer.name, ...ways].filter(Boolean).join(', ') || texts.unset,
    BASIC: price(prices.BASIC),
    GOLD: price(prices.GOLD),
    treatment: TREATMENT[language],
  }
  return (
    <PublicFrame wide language={language} end={<LanguageSwitch now={language} label={texts.language} />}>
      <article className={`stack gap-l ${styles.article}`}>
        <h1>{title}</h1>
        <p className="muted">{description}</p>
        <PlainNotice tone="warning">
          {texts.unreviewed} {brand.made_up ? texts.made_up : ''}
        </PlainNotice>
        {path === '/contact' ? <Contact words={texts.contact} unset={texts.unset} /> : null}
        <Sections sections={sections} level={2} values={values} />
        <p className="muted">
          {texts.version} {CURRENT_NOTICE.version}
        </p>
      </article>
    </PublicFrame>
  )
}

/** Who runs the service and how to reach them: all of it settings. */
const Contact = ({ words, unset }: { words: typeof en.contact; unset: string }) => (
  <dl className={`facts stack gap-m panel ${styles.facts}`}>
    <Fact name={words.company}>{company.name || unset}</Fact>
    <Fact name={words.registered}>{company.address || unset}</Fact>
    <Fact name={words.cin}>{company.cin}</Fact>
    <Fact name={words.email}>{brand.email ? <EmailLink email={brand.email} /> : unset}</Fact>
    <Fact name={words.phone}>{brand.phone ? <PhoneLink phone={brand.phone} /> : unset}</Fact>
    <Fact name={words.office}>
      {brand.address || unset}{' '}
      {brand.map_url ? (
        <a href={brand.map_url} target="_blank" rel="noopener noreferrer">
          {words.map}
        </a>
      ) : null}
    </Fact>
    <Fact name={words.officer}>
      <p>{officer.name || unset}</p>
      <p>{officer.email ? <EmailLink email={officer.email} /> : null}</p>
      <p>{officer.phone ? <PhoneLink phone={officer.phone} /> : null}</p>
    </Fact>
  </dl>
)
