import { Alert } from 'antd'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

type Tone = 'error' | 'warning' | 'info' | 'success'

/** A sentence in the page that stays: an error of a form, a strip that says what is wrong. */
export const Notice = ({ tone, children, action }: { tone: Tone; children: ReactNode; action?: ReactNode }) => (
  <Alert
    type={tone}
    showIcon
    role={tone === 'error' ? 'alert' : 'status'}
    title={children}
    action={action}
    className={styles.notice}
    classNames={{ section: styles.words!, actions: styles.action! }}
  />
)
