import { Link } from 'react-router'
import styles from './link-button.module.css'

interface LinkButtonProps {
  to: string
  primary?: boolean
  /** What it says to a screen reader where the word alone is not enough. */
  label?: string
  children: string
}

/** A link that looks like a button: it goes somewhere, can be opened in a new tab and says so to a screen reader. */
export function LinkButton({ to, primary, label, children }: LinkButtonProps) {
  return (
    <Link className={`${styles.link} ${primary ? styles.primary : ''}`} to={to} aria-label={label}>
      {children}
    </Link>
  )
}
