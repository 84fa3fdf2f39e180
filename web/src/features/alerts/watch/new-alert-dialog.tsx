import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button } from 'antd'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { formatAge } from '../../../lib/dates.ts'
import { useNow } from '../../../lib/use-now.ts'
import { ageSeconds, personName } from '../alert-facts.ts'
import { dismiss } from './dismissals.ts'
import type { Ringing } from './use-ringing.ts'
import styles from './watch.module.css'

const MOST_NAMED = 3

/**
 * 'New Emergency Alert'. It does not take the focus and blocks nothing: whoever is typing the description of one alert
 * when the next arrives must be able to finish the sentence.
 */
export function NewAlertDialog({ ringing }: { ringing: readonly Ringing[] }) {
  const title = useId()
  const navigate = useNavigate()
  const now = useNow()
  if (ringing.length === 0) return null
  const silence = () => dismiss(ringing.map(({ card, level }) => ({ id: card.id, level })))
  return (
    <section className={styles.dialog} role="dialog" aria-modal="false" data-new-alert="" aria-labelledby={title}>
      <h2 id={title} className={styles.dialogTitle} role="alert">
        <span className={styles.dot} aria-hidden="true" />
        {TEXTS.widget_new_title}
      </h2>
      <ul className={styles.list}>
        {ringing.slice(0, MOST_NAMED).map(({ card }) => (
          <li key={card.id}>
            <span className={styles.name}>
              {personName(card)}
              {card.drill ? ' (drill)' : ''}
            </span>
            <span className={styles.age} role="timer">
              {formatAge(ageSeconds(card, now))}
            </span>
          </li>
        ))}
        {ringing.length > MOST_NAMED ? <li className={styles.more}>and {ringing.length - MOST_NAMED} more</li> : null}
      </ul>
      <div className={styles.actions}>
        <Button onClick={silence}>Dismiss</Button>
        <Button
          type="primary"
          onClick={() => {
            silence()
            void navigate('/qr-alerts')
          }}
        >
          View Alert Details
        </Button>
      </div>
    </section>
  )
}
