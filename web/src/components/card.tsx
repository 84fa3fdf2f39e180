import { Children, type ReactNode } from 'react'
import styles from './card.module.css'

/** A card with a heading. */
export function Card({ title, children, aside }: { title: string; children: ReactNode; aside?: ReactNode }) {
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** A list of label and value pairs. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

/** One pair. An empty value, or one of empty parts, shows '-'. */
export function Fact({ label, children }: { label: string; children?: ReactNode }) {
  const empty = Children.toArray(children).every((part) => part === '')
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{empty ? '-' : children}</dd>
    </div>
  )
}
