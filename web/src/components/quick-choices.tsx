import { Button } from 'antd'
import styles from './quick-choices.module.css'

interface QuickChoicesProps {
  /** What they answer, for screen readers. */
  label: string
  choices: readonly string[]
  value: string
  /** One of them has to be chosen. */
  wrong?: boolean
  onChoose: (choice: string) => void
}

/** Common answers to a free-text field, one press each. */
export function QuickChoices({ label, choices, value, wrong = false, onChoose }: QuickChoicesProps) {
  return (
    <div className={styles.choices} role="group" aria-label={label}>
      {choices.map((choice) => (
        <Button
          key={choice}
          danger={wrong}
          data-wrong={wrong}
          aria-pressed={value === choice}
          onClick={() => onChoose(choice)}
        >
          {choice}
        </Button>
      ))}
    </div>
  )
}
