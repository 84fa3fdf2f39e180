import type { ReactNode } from 'react'
import styles from './landing.module.css'

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
