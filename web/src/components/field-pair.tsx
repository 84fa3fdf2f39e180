import type { ReactNode } from 'react'
import styles from './field-pair.module.css'

/** Two fields of a dialog beside each other, on a phone one below the other. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>
