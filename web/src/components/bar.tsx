import styles from './bar.module.css'

interface BarProps {
  /** Work that goes on, or a share that stands. */
  role: 'progressbar' | 'meter'
  /** What it measures, for screen readers. */
  label: string
  value: number
  max: number
  /** The figure in words, beside the bar and for screen readers. */
  text: string
}

/** A bar with its figure. It is not announced by itself while it grows: whoever wants to know looks. */
export function Bar({ role, label, value, max, text }: BarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div className={styles.bar}>
      <div
        className={styles.track}
        role={role}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(max, value)}
        aria-valuetext={text}
      >
        <div className={styles.fill} style={{ width: `${share * 100}%` }} />
      </div>
      <span className={styles.text}>{text}</span>
    </div>
  )
}
