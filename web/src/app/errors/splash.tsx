import styles from './message-page.module.css'

/** Shown until the first page's chunk is there. */
export function Splash() {
  return (
    <p className={styles.splash} role="status">
      Loading…
    </p>
  )
}
