import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { memo } from 'react'
import { CopyButton } from '../../../components/copy-button.tsx'
import { LinkButton } from '../../../components/link-button.tsx'
import { PhoneLink } from '../../../components/phone-link.tsx'
import { formatDateTime } from '../../../lib/dates.ts'
import { AlertBadges, AlertStatusPill } from '../alert-badges.tsx'
import { coordinates, personName } from '../alert-facts.ts'
import styles from './board.module.css'

/** An attended or rejected alert: what happened, small. */
export const ClosedAlert = memo(function ClosedAlert({ card }: { card: AlertCard }) {
  const name = personName(card)
  const place = coordinates(card)
  return (
    <article className={styles.closedCard} aria-label={`${card.status.toLowerCase()} alert of ${name}`}>
      <div className={styles.closedHead}>
        <h3 className={styles.closedName}>{name}</h3>
        <AlertStatusPill status={card.status} />
        <AlertBadges card={card} />
      </div>
      <p className={styles.description}>{card.description}</p>
      <p className="soft">
        {card.attending_staff ? `${card.attending_staff.name}, ` : ''}
        {formatDateTime(card.closed_at ?? card.timestamp)}
      </p>
      <div className={styles.closedFoot}>
        {card.user ? (
          <span className={styles.copyPair}>
            <PhoneLink phone={card.user.phone_number} />
            <CopyButton text={card.user.phone_number} what="Phone" />
          </span>
        ) : null}
        {place ? (
          <span className={styles.copyPair}>
            <span className="numbers">{place}</span>
            <CopyButton text={place} what="Coordinates" />
          </span>
        ) : null}
        <LinkButton to={`/qr-alerts/${card.id}`} label={`View alert of ${name}`}>
          View
        </LinkButton>
      </div>
    </article>
  )
})
