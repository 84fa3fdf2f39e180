import { publicQuestions } from '@tvarit/shared/contracts/public-questions'
import type { PublicLanguage } from '@tvarit/shared/contracts/public-pages'
import { brand } from '../../lib/brand.ts'
import landing from './landing.module.css'
import styles from './questions.module.css'

export function Questions({ title: heading, language }: { title: string; language: PublicLanguage }) {
  return (
    <section
      className={`${landing.section} ${landing.split} ${landing.close}`}
      aria-labelledby="questions-title"
      id="questions"
    >
      <h2 id="questions-title">{heading}</h2>
      <div>
        {publicQuestions(language, brand.prices).map(({ title, text }) => (
          <details key={title} className={styles.question}>
            <summary>{title}</summary>
            <p>{text}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
