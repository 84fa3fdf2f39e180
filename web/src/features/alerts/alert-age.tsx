import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { Age } from '../../components/ticking.tsx'
import styles from './alert-age.module.css'
import type { Urgency } from './alert-facts.ts'

interface AlertAgeProps {
  alert: Pick<AlertCard, 'timestamp'>
  urgency: Urgency
  className?: string | undefined
}

/** The time since the press, in the colour of its urgency. */
export const AlertAge = ({ alert, urgency, className = '' }: AlertAgeProps) => (
  <Age
    className={`numbers ${className} ${styles[urgency] ?? ''}`}
    data-urgency={urgency}
    role="timer"
    aria-label="Age of the alert"
    since={alert.timestamp}
  />
)
