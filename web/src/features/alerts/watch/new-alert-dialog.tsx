import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button } from 'antd'
import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatAge } from '../../../lib/dates.ts'
import { useSessionState } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { ageSeconds, personName } from '../alert-facts.ts'
import { ownerText } from '../owner-text.ts'
import { useClaim } from '../use-alert-actions.ts'
import { type Ringing, silence } from './use-ringing.ts'
import styles from './watch.module.css'

const MOST_NAMED = 3
/** From this level on an admin cannot wave it away: somebody has to answer for it. */
const HELD_LEVEL = 2

/**
 * 'New Emergency Alert'. It does not take the focus and blocks nothing: whoever is typing the description of one alert
 * when the next arrives must be able to finish the sentence. What nobody has taken for a minute leaves an admin's
 * screen only by being opened or claimed.
 */
export function NewAlertDialog({ ringing }: { ringing: readonly Ringing[] }) {
  const title = useId()
  const now = useNow()
  const user = useSessionState().session?.user
  if (ringing.length === 0) return null
  const drills = ringing.every(({ card }) => card.drill)
  const held = ringing.filter(
    ({ card, level }) => user?.role === 'admin' && level >= HELD_LEVEL && card.claimed_by?.id !== user.id,
  )
  const given_back = ringing.find(({ card }) => card.given_back ?? card.claimed_by)?.card
  const highest = Math.max(...ringing.map(({ level }) => level))
  return (
    <section
      className={styles.dialog}
      role="dialog"
      aria-modal="false"
      data-new-alert={drills ? 'drill' : highest}
      aria-labelledby={title}
    >
      <h2 id={title} className={styles.dialogTitle} role="alert">
        <span className={styles.dot} aria-hidden="true" />
        {drills ? 'Drill, no emergency' : TEXTS.widget_new_title}
      </h2>
      <ul className={styles.list}>
        {ringing.slice(0, MOST_NAMED).map(({ card }) => (
          <li key={card.id}>
            <Link className={styles.name} to={`/qr-alerts/${card.id}`}>
              {personName(card)}
              {card.drill && card.user ? ' (drill)' : ''}
            </Link>
            <span className={styles.age} role="timer">
              {formatAge(ageSeconds(card, now))}
            </span>
          </li>
        ))}
        {ringing.length > MOST_NAMED ? <li className={styles.more}>and {ringing.length - MOST_NAMED} more</li> : null}
      </ul>
      {given_back ? <p className={styles.waiting}>{ownerText(given_back, user?.id, now)}.</p> : null}
      {highest > 0 ? (
        <p className={styles.waiting}>
          Nobody has taken {ringing.length === 1 ? 'it' : 'one of them'} for {LIMITS.escalation_seconds[highest - 1]} s.
          {held.length > 0 ? ' Open it or claim it.' : ''}
        </p>
      ) : null}
      <Actions ringing={ringing} held={held} />
    </section>
  )
}

function Actions({ ringing, held }: { ringing: readonly Ringing[]; held: readonly Ringing[] }) {
  const navigate = useNavigate()
  const claim = useClaim()
  const [first] = held
  return (
    <div className={styles.actions}>
      {first ? (
        <Button
          loading={claim.isPending}
          onClick={() => claim.mutate({ id: first.card.id, take_over: first.card.claimed_by !== null })}
        >
          {held.length === 1 ? 'Claim' : 'Claim the oldest'}
        </Button>
      ) : (
        <Button onClick={() => silence(ringing)}>Dismiss</Button>
      )}
      <Button
        type="primary"
        onClick={() => {
          if (!first) silence(ringing)
          void navigate(first ? `/qr-alerts/${first.card.id}` : '/qr-alerts')
        }}
      >
        View Alert Details
      </Button>
    </div>
  )
}
