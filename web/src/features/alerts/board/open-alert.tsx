import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { Button } from 'antd'
import { memo } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatAge, formatTime } from '../../../lib/dates.ts'
import { useSessionState } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { AlertBadges, AlertStatusPill } from '../alert-badges.tsx'
import { ageSeconds, personName, urgency } from '../alert-facts.ts'
import { PhoneLine, PlaceLine } from '../contact-lines.tsx'
import { ownerText } from '../owner-text.ts'
import { claimLabel, type Closing, useClaim } from '../use-alert-actions.ts'
import styles from './board.module.css'
import { CARD_ATTRIBUTE } from './use-board-shortcuts.ts'

/** A pending alert. The band and the age carry the urgency; everything else stays quiet. */
export const OpenAlert = memo(function OpenAlert({
  card,
  onClose,
}: {
  card: AlertCard
  onClose: (as: Closing) => void
}) {
  const now = useNow()
  const own_id = useSessionState().session?.user.id
  const claim = useClaim()
  const navigate = useNavigate()
  const name = personName(card)
  const label = claimLabel(card, own_id)
  const title = `alert-${card.id}`
  return (
    <article
      className={`${styles.card} ${styles[urgency(card, now)]} ${card.drill ? styles.drill : ''}`}
      aria-labelledby={title}
      tabIndex={-1}
      {...{ [CARD_ATTRIBUTE]: card.id }}
      onKeyDown={(event) => {
        // Enter on one of its buttons is that button's.
        if (event.key === 'Enter' && event.target === event.currentTarget) void navigate(`/qr-alerts/${card.id}`)
      }}
    >
      <div className={styles.top}>
        <div className={styles.badges}>
          <AlertStatusPill status={card.status} />
          <AlertBadges card={card} />
        </div>
        <span className={styles.age} role="timer" aria-label="Age of the alert">
          {formatAge(ageSeconds(card, now))}
        </span>
      </div>
      <h2 id={title} className={styles.name}>
        {name}
      </h2>
      <div className={styles.facts}>
        {card.user ? <PhoneLine phone={card.user.phone_number} what="Phone" /> : null}
        {card.first_respondent_phone ? (
          <PhoneLine label="Bystander" phone={card.first_respondent_phone} what="Bystander phone" />
        ) : null}
        {card.drill ? null : <PlaceLine alert={card} />}
        <p className={styles.small}>
          {card.drill && !card.user ? (
            'Practice without a sticker, started '
          ) : (
            <>
              Sticker <span className={styles.code}>{spokenCode(card.serial_number)}</span>, raised{' '}
            </>
          )}
          <time dateTime={card.timestamp}>{formatTime(card.timestamp)}</time>
        </p>
      </div>
      <div className={styles.bottom}>
        <p className={styles.owner}>{ownerText(card, own_id, now)}</p>
        <div className={styles.actions}>
          {label ? (
            <Button
              type={card.claimed_by ? 'default' : 'primary'}
              loading={claim.isPending}
              onClick={() => claim.mutate({ id: card.id, take_over: card.claimed_by !== null })}
            >
              {label}
            </Button>
          ) : null}
          <Link className={styles.view} to={`/qr-alerts/${card.id}`} aria-label={`View alert of ${name}`}>
            View
          </Link>
          <Button onClick={() => onClose('ATTENDED')}>Attend</Button>
          <Button danger onClick={() => onClose('REJECTED')}>
            Reject
          </Button>
        </div>
      </div>
    </article>
  )
})
