import type { ReactNode } from 'react'
import { Card } from '../card.tsx'
import styles from './form-section.module.css'

/** A card of a form: its name and the fields that belong together, in two columns, in one on a phone. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title}>
    <FieldPair>{children}</FieldPair>
  </Card>
)

/** Fields beside each other, on a phone one below the other. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles.grid}>{children}</div>

/** A field over both columns. */
export const WideField = ({ children }: { children: ReactNode }) => <div className={styles.wide}>{children}</div>

/** The buttons at the foot of a form. */
export const FormButtons = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>
