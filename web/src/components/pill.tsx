import type { ReactNode } from 'react'
import styles from './pill.module.css'

export type PillTone = 'yellow' | 'green' | 'red' | 'grey' | 'brand' | 'striped'

/** A small label. Colour never stands alone: the word says the same. */
export function Pill({ tone, children }: { tone: PillTone; children: ReactNode }) {
  return <span className={`${styles.pill} ${styles[tone]}`}>{children}</span>
}
