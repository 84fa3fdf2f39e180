import type { ReactNode } from 'react'
import styles from './empty-list.module.css'

/** A list without rows: what that means and, where there is one, the next step. */
export function EmptyList({ text, hint, children }: { text: string; hint?: string | undefined; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 64 64" width="64" height="64" aria-hidden="true" fill="none" stroke="currentColor">
        <path
          d="M10 22l8-10h28l8 10v26a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4zM10 22h14l3 7h10l3-7h14"
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
      </svg>
      <p className={styles.text}>{text}</p>
      {hint ? <p>{hint}</p> : null}
      {children}
    </div>
  )
}
