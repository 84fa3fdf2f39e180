import type { ReactNode } from 'react'
import styles from './notice.module.css'

type Tone = 'error' | 'warning' | 'info' | 'success'

/** A sentence in the page that stays: an error of a form, a strip that says what is wrong. */
export function Notice({ tone, children, action }: { tone: Tone; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'error' ? 'alert' : 'status'}>
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  )
}
