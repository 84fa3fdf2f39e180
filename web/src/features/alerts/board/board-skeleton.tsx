import styles from './board.module.css'

/** The board's shape while it loads. */
export function BoardSkeleton() {
  return (
    <div className={styles.open} role="status" aria-label="Loading alerts">
      {[1, 2, 3, 4].map((card) => (
        <div key={card} className={styles.ghost} aria-hidden="true" />
      ))}
    </div>
  )
}
