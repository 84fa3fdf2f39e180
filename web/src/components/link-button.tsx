import { Link } from 'react-router'
import styles from './link-button.module.css'

/** A link that looks like a button: it goes somewhere, can be opened in a new tab and says so to a screen reader. */
export function LinkButton({ to, primary, children }: { to: string; primary?: boolean; children: string }) {
  return (
    <Link className={`${styles.link} ${primary ? styles.primary : ''}`} to={to}>
      {children}
    </Link>
  )
}
