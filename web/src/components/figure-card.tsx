import type { ReactNode } from 'react'
import styles from './figure-card.module.css'
import { Ghost } from './ghost.tsx'
import { Pill } from './pill.tsx'

interface FigureCardsProps {
  label: string
  /** The figures are still on their way; the cards keep their room. */
  busy?: boolean
  children: ReactNode
}

/** A list of figures, three in a row, two on a phone. */
export function FigureCards({ label, busy = false, children }: FigureCardsProps) {
  return (
    <ul className={styles.cards} aria-label={label} aria-busy={busy}>
      {children}
    </ul>
  )
}

interface FigureCardProps {
  title: string
  /** Undefined while it is not known. */
  value: string | undefined
  note: string
  /** Somebody should look at it: said in colour and in a word. */
  bad?: boolean
}

export function FigureCard({ title, value, note, bad = false }: FigureCardProps) {
  return (
    <li className={`${styles.card} ${bad ? styles.bad : ''}`}>
      <span className={styles.title}>{title}</span>
      <span className={styles.figure}>
        {value ?? <Ghost characters={4} />} {bad ? <Pill tone="red">Look</Pill> : null}
      </span>
      <span className={styles.note}>{value === undefined ? <Ghost characters={16} /> : note}</span>
    </li>
  )
}
