import { Statistic } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './statistic-card.module.css'
import { Ghost } from './ghost.tsx'
import { Pill } from './pill.tsx'

interface StatisticCardsProps {
  label: string
  /** The figures are still on their way; the cards keep their room. */
  busy?: boolean
  /** One line each, above a list. */
  compact?: boolean
  children: ReactNode
}

/** A list of figures, three in a row, two on a phone. */
export function StatisticCards({ label, busy = false, compact = false, children }: StatisticCardsProps) {
  return (
    <ul className={`${styles.cards} ${compact ? styles.compact : ''}`} aria-label={label} aria-busy={busy}>
      {children}
    </ul>
  )
}

interface StatisticCardProps {
  title: string
  /** Undefined while it is not known. */
  value: string | undefined
  note?: string
  /** An admin should look at it: said in colour and in a word. */
  bad?: boolean
  /** What to do when it is bad. */
  next?: string
  /** The list of what is counted. */
  to?: string
}

/** One figure with its title; a ghost while it is unknown. A bad one says what to do next. */
export function StatisticCard({ title, value, note, bad = false, next, to }: StatisticCardProps) {
  return (
    <li className={`panel ${styles.card} ${bad ? styles.bad : ''}`}>
      <Statistic
        styles={{ content: { fontWeight: 700 } }}
        title={to ? <Link to={to}>{title}</Link> : title}
        value={value ?? ''}
        loading={value === undefined}
        suffix={bad ? <Pill tone="red">Look</Pill> : null}
      />
      {note === undefined ? null : <p className="soft">{value === undefined ? <Ghost characters={16} /> : note}</p>}
      {bad && next ? <p className={`wrong ${styles.next}`}>{next}</p> : null}
    </li>
  )
}
