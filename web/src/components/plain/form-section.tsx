import { type ReactNode, useId } from 'react'
import styles from './form-section.module.css'

/** A card of a form: its name and the fields that belong together. No fieldset: WebKit puts a legend on the border. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className={`stack gap-l panel ${styles.section}`} role="group" aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </div>
  )
}

/** Fields in two columns, in one on a phone. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className="fields">{children}</div>
}

/** A field over both columns of its grid. */
export function WideField({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>
}

/** The buttons at the foot of a form. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className="buttons">{children}</div>
}
