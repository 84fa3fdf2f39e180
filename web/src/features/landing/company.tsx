import { PUBLIC_PAGES, type PublicLanguage } from '@tvarit/shared/contracts/public-pages'
import { brand } from '../../lib/brand.ts'
import styles from './company.module.css'
import landing from './landing.module.css'
import type { LandingTexts } from './texts/landing-texts.ts'

/** The company by name and address, and the officer who hears complaints: all settings. */
export function Company({ texts, language }: { texts: LandingTexts; language: PublicLanguage }) {
  const { company: words, plans } = texts
  const { company, officer } = brand
  const facts = [
    [words.name, company.name || words.unset],
    [words.registered, company.address || words.unset],
    ...(company.cin ? [[words.cin, company.cin]] : []),
    [words.officer, officer.name || words.unset],
  ] as const
  return (
    <section
      className={`${landing.section} ${landing.split} ${landing.close}`}
      aria-labelledby="company-title"
      id="company"
    >
      <div>
        <h2 id="company-title">{words.title}</h2>
        <p className={landing.lead}>{words.lead}</p>
        {brand.made_up ? <p className={styles.note}>{plans.made_up}</p> : null}
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{PUBLIC_PAGES['/contact']![language]!.title}</dt>
          <dd>
            <a href="/contact">{PUBLIC_PAGES['/contact']![language]!.description}</a>
          </dd>
        </div>
      </dl>
    </section>
  )
}
