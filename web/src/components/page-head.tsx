import type { ReactNode } from 'react'
import styles from './page-head.module.css'

/** Title of a page, what is beside it, and its actions. */
export function PageHead({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  return (
    <div className={`row between gap-l ${styles.head}`}>
      <div className="row baseline gap-l">
        <h1>{title}</h1>
        {note ? <p className="muted">{note}</p> : null}
      </div>
      {children ? <div className="row gap-s">{children}</div> : null}
    </div>
  )
}
