import { Tag } from 'antd'
import type { ReactNode } from 'react'
import styles from './pill.module.css'

const COLOURS = {
  yellow: 'warning',
  green: 'success',
  red: 'error',
  grey: 'default',
  brand: 'processing',
  striped: 'default',
} as const

export type PillTone = keyof typeof COLOURS

/** A small label. Colour never stands alone: the word says the same. */
export function Pill({ tone, children }: { tone: PillTone; children: ReactNode }) {
  return (
    <Tag color={COLOURS[tone]} className={`strong ${tone === 'striped' ? styles.striped : ''}`}>
      {children}
    </Tag>
  )
}

/** Something is wrong, and what to do about it. */
export const RedPill = ({ next, children }: { next: string; children: ReactNode }) => (
  <>
    <Pill tone="red">{children}</Pill> <span className={styles.next}>{next}</span>
  </>
)
