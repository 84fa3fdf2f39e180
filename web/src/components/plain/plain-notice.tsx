import type { ReactNode } from 'react'
import styles from './plain-notice.module.css'

/** A sentence in a public page that stays: an error of a form, a strip that says what is wrong. */
export const PlainNotice = ({ tone, children }: { tone: 'error' | 'warning' | 'success'; children: ReactNode }) => (
  <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'error' ? 'alert' : 'status'}>
    {children}
  </div>
)
