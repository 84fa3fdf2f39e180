import type { TimelineEntry } from '@tvarit/shared/contracts/alerts'
import type { ReactNode } from 'react'
import { Card } from '../../../components/facts.tsx'
import { formatDateTime, formatTime } from '../../../lib/dates.ts'
import styles from './detail.module.css'

/** What happened, oldest first, as it was written. */
export function Timeline({ entries, children }: { entries: readonly TimelineEntry[]; children?: ReactNode }) {
  return (
    <Card title="Timeline">
      <ol className={styles.timeline}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <time className={styles.entryTime} dateTime={entry.at} title={formatDateTime(entry.at)}>
              {formatTime(entry.at)}
            </time>
            <span>
              {entry.text}
              {entry.actor && !entry.text.includes(entry.actor) ? (
                <span className={styles.note}> {entry.actor}</span>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
      {children}
    </Card>
  )
}
