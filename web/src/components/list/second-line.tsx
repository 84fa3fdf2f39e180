import type { ReactNode } from 'react'
import styles from './second-line.module.css'

/** A smaller second line in a cell of a list. */
export const SecondLine = ({ children }: { children: ReactNode }) => (
  <span className={`soft ${styles.line}`}>{children}</span>
)
