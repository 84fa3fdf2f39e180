import landing from './landing.module.css'
import styles from './questions.module.css'
import type { LandingTexts } from './texts/landing-texts.ts'

export function Questions({ texts }: { texts: LandingTexts }) {
  const { questions } = texts
  return (
    <section className={`${landing.section} ${styles.questions}`} aria-labelledby="questions-title" id="questions">
      <h2 id="questions-title">{questions.title}</h2>
      <div>
        {questions.list.map(({ title, text }) => (
          <details key={title} className={styles.question}>
            <summary>{title}</summary>
            <p>{text}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
