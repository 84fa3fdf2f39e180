import type { ReactNode } from 'react'
import styles from './message-page.module.css'

/** A whole screen that says one thing: 404, an error, no permission. No antd, so it can always be shown. */
export function MessagePage({ code, title, children }: { code?: string; title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      {code ? <p className={styles.code}>{code}</p> : null}
      <h1>{title}</h1>
      {children}
      <p className="above muted">
        In an emergency call <a href="tel:112">112</a> or <a href="tel:108">108</a>.
      </p>
    </main>
  )
}
