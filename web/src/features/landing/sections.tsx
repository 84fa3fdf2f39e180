import type { ReactNode } from 'react'
import { fill } from '@tvarit/shared/contracts/fill'
import { PUBLIC_PAGES, type PublicLanguage, TREATMENT } from '@tvarit/shared/contracts/public-pages'
import { publicQuestions } from '@tvarit/shared/contracts/public-questions'
import { Fact } from '../../components/plain/fact.tsx'
import { brand } from '../../lib/brand.ts'
import { Art } from './art.tsx'
import styles from './landing.module.css'
import type { LandingTexts } from './texts.ts'

interface Texts {
  texts: LandingTexts
}

interface Speaking extends Texts {
  language: PublicLanguage
}

interface SectionProps {
  id: string
  title: string
  lead?: string
  notes?: readonly string[]
  className?: string | undefined
  children: ReactNode
}

/** A part of the page under its heading. */
export const Section = ({ id, title, lead, notes = [], className = '', children }: SectionProps) => (
  <section className={`${styles.inner} ${styles.section} ${className}`} aria-labelledby={`${id}-title`} id={id}>
    <div>
      <h2 id={`${id}-title`}>{title}</h2>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </div>
    {children}
  </section>
)

export function Hero({ texts }: Texts) {
  const { hero } = texts
  return (
    <section className={`${styles.hero} ${styles.dusk}`}>
      <div className={styles.inner}>
        <h1>{hero.title}</h1>
        <div className={styles.words}>
          <p className={styles.lead}>{hero.lead}</p>
          <div className={styles.ways}>
            <a className={styles.button} href="/register">
              {texts.subscribe}
            </a>
            <a className={`${styles.button} ${styles.outline}`} href="#how">
              {hero.more}
            </a>
          </div>
          <p className={styles.limit}>{hero.limit}</p>
          <p className={styles.note}>{texts.now.not_instead}</p>
        </div>
        <Art name="hero" words={texts.phone} className={styles.scene} />
      </div>
    </section>
  )
}

export const Why = ({ texts: { why } }: Texts) => (
  <Section
    id="why"
    title={fill(why.title, { brand: brand.name })}
    lead={why.lead}
    className={`${styles.split} ${styles.why}`}
  >
    <div>
      {Object.entries(why.reasons).map(([name, reason]) => (
        <Item key={name} art={name} {...reason} className={styles.reason} />
      ))}
    </div>
  </Section>
)

/** Four pictures in a row; one line runs through all of them, from the sticker to the ambulance. */
export const HowItWorks = ({ texts: { how, practice }, language }: Speaking) => (
  <Section id="how" title={how.title} lead={how.lead}>
    <ol className={styles.story}>
      {Object.entries(how.steps).map(([name, step]) => (
        <li key={name}>
          <Item art={name} {...step} />
        </li>
      ))}
    </ol>
    <div className={`${styles.practice} row between`}>
      <div>
        <h3>{practice.title}</h3>
        <p>{practice.text}</p>
      </div>
      <a className={styles.button} href={`/s/practice?lang=${language}`}>
        {practice.open}
      </a>
    </div>
  </Section>
)

export const Benefits = ({ texts: { benefits }, language }: Speaking) => (
  <Section id="benefits" title={benefits.title}>
    <div className={styles.benefits}>
      <article className={`${styles.ride} ${styles.dusk}`}>
        <Art name="ride" className={styles.van} />
        <div>
          <h3>{benefits.free.title}</h3>
          <p>{benefits.free.text}</p>
        </div>
        <ul className={styles.figures}>
          {benefits.figures.map(({ figure, unit, name }) => (
            <li key={name}>
              <b>
                {figure}
                <small> {unit}</small>
              </b>
              <span>{name}</span>
            </li>
          ))}
        </ul>
      </article>
      {Object.entries(benefits.others).map(([name, { title, text }]) => (
        <Item
          key={name}
          art={name}
          title={title}
          text={fill(text, { treatment: TREATMENT[language] })}
          className={styles.benefit}
        />
      ))}
    </div>
  </Section>
)

interface ItemProps {
  art: string
  title: string
  text: string
  /** Where a promise ends. */
  limit?: string
  className?: string | undefined
}

/** A drawing and what it shows. */
const Item = ({ art, title, text, limit, className = '' }: ItemProps) => (
  <article className={`${styles.item} ${className}`}>
    <Art name={art} />
    <div>
      <h3>{title}</h3>
      <p>{text}</p>
      {limit ? <p className={styles.limit}>{limit}</p> : null}
    </div>
  </article>
)

/** For the bystander: the law is on the side of people who help. Looks like the board on a sharp bend of the road. */
export const Helper = ({ texts: { helper } }: Texts) => (
  <div className={styles.bend}>
    <Section id="helper" title={helper.title} lead={helper.lead} className={styles.split}>
      <ul>
        {helper.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Section>
  </div>
)

export const Questions = ({ texts, language }: Speaking) => (
  <Section id="questions" title={texts.questions} className={styles.split}>
    <div>
      {publicQuestions(language, brand.prices).map(({ title, text }) => (
        <details key={title} className={styles.question}>
          <summary>{title}</summary>
          <p>{text}</p>
        </details>
      ))}
    </div>
  </Section>
)

/** The company by name and address, and the officer who hears complaints: all settings. */
export function Company({ texts: { company: words, plans }, language }: Speaking) {
  const { company, officer } = brand
  const contact = PUBLIC_PAGES['/contact']![language]!
  return (
    <Section
      id="company"
      title={words.title}
      lead={words.lead}
      notes={brand.made_up ? [plans.made_up] : []}
      className={styles.split}
    >
      <dl className={`facts ${styles.facts}`}>
        <Fact name={words.name}>{company.name || words.unset}</Fact>
        <Fact name={words.registered}>{company.address || words.unset}</Fact>
        <Fact name={words.cin}>{company.cin}</Fact>
        <Fact name={words.officer}>{officer.name || words.unset}</Fact>
        <Fact name={contact.title}>
          <a href="/contact">{contact.description}</a>
        </Fact>
      </dl>
    </Section>
  )
}

export const Closing = ({ texts: { closing, subscribe } }: Texts) => (
  <Section id="closing" title={closing.title} lead={closing.text} className={`${styles.closing} row between`}>
    <a className={styles.button} href="/register">
      {subscribe}
    </a>
  </Section>
)
