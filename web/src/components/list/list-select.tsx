import styles from './list-select.module.css'

interface ListSelectProps {
  label: string
  /** The label is for screen readers only. */
  bare?: true
  className?: string | undefined
  value: string
  choices: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A choice over or under a list. A native select: antd's would cost every list 14 KB. */
export function ListSelect({ label, bare, className = '', value, choices, onChange }: ListSelectProps) {
  return (
    <label className={`${styles.choice} ${className}`}>
      <span className={bare ? 'visually-hidden' : ''}>{label}</span>
      <select className={styles.select} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  )
}
