import { languageName } from '@tvarit/shared/contracts/languages'
import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { type KeyboardEvent, memo, type MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { PhoneLink } from '../../../components/phone-link.tsx'
import { Ticking } from '../../../components/ticking.tsx'
import { indianTime } from '@tvarit/shared/contracts/indian-time'
import { AlertAge } from '../alert-age.tsx'
import { AlertBadges } from '../alert-badges.tsx'
import { coordinates, personName, type Urgency } from '../alert-facts.ts'
import { PhoneLine, PlaceLine } from '../contact-lines.tsx'
import { NeedLine } from '../need-line.tsx'
import type { Need } from '../need.ts'
import { ownerText } from '../owner-text.ts'
import { AlertActions, type AlertDeeds, RowActions } from './alert-actions.tsx'
import styles from './board.module.css'
import { CARD_ATTRIBUTE } from '../use-steady-rows.ts'

// All properties of these are compared one by one, so that a card is drawn again only when it changes.
interface OpenAlertProps extends Need, AlertDeeds {
  card: AlertCard
  urgency: Urgency
  /** The nearest ambulance with its minutes; null where one was sent or none is known. */
  nearest: string | null
  /** It rings on this console. */
  ringing: boolean
  /** It stands beside the list. */
  chosen: boolean
}

/** A pending alert as a card: what it needs, who and where. */
export const OpenAlert = memo(function OpenAlert({ card, nearest, ringing, ...rest }: OpenAlertProps) {
  const title = `alert-${card.id}`
  return (
    <article className={`${styles.card} ${look(card, rest.tone)}`} {...useOpening(card.id, title, ringing)}>
      <div className={styles.top}>
        <h3 id={title} className={styles.name}>
          {personName(card)}
        </h3>
        <AlertAge className={styles.age} alert={card} urgency={rest.urgency} />
      </div>
      <NeedLine {...rest} />
      <div className={styles.facts}>
        {card.user ? <PhoneLine phone={card.user.phone_number} what="Phone" /> : null}
        {card.first_respondent_phone ? (
          <PhoneLine label="Bystander" phone={card.first_respondent_phone} what="Bystander phone" />
        ) : null}
        {card.drill ? null : <PlaceLine alert={card} />}
        {nearest ? <p>Nearest ambulance: {nearest}</p> : null}
        <p className="soft">
          {card.drill && !card.user ? (
            'Practice without a sticker, started '
          ) : (
            <>
              Sticker <span className="mono">{spokenCode(card.serial_number)}</span>, raised{' '}
            </>
          )}
          <time dateTime={card.timestamp}>{indianTime(card.timestamp)}</time>
          {card.language ? `, bystander reads ${languageName(card.language)}` : null}
        </p>
        <div className={styles.badges}>
          <AlertBadges card={card} />
        </div>
      </div>
      <div className={styles.bottom}>
        <OwnerLine card={card} own_id={rest.own_id} />
        <AlertActions card={card} {...rest} />
      </div>
    </article>
  )
})

/** The same in one line. */
export const AlertRow = memo(function AlertRow({ card, nearest, ringing, chosen, ...rest }: OpenAlertProps) {
  const title = `alert-${card.id}`
  const place = card.drill ? '' : (card.landmark ?? card.place ?? coordinates(card) ?? 'No position')
  return (
    <article
      className={`${styles.line} ${look(card, rest.tone)}`}
      {...useOpening(card.id, title, ringing)}
      aria-current={chosen || undefined}
      onClickCapture={(event) => rest.onOpen && isOpening(event) && rest.onOpen(card.id)}
    >
      <AlertAge className={styles.lineAge} alert={card} urgency={rest.urgency} />
      <div className={styles.lineWho}>
        <h3 id={title} className={styles.lineName}>
          <Link to={`/qr-alerts/${card.id}`}>{personName(card)}</Link>
        </h3>
        {card.user ? <PhoneLink className={styles.linePhone} phone={card.user.phone_number} /> : null}
        <span className={styles.badges}>
          <AlertBadges card={card} short />
        </span>
      </div>
      {/* The wait stands at the left. */}
      <NeedLine {...rest} since={rest.since === card.timestamp ? null : rest.since} />
      <p className={styles.linePlace} title={place}>
        {place}
      </p>
      <p className={styles.lineNearest} title="Nearest ambulance">
        {nearest}
      </p>
      {card.claimed_by || card.given_back ? <OwnerLine card={card} own_id={rest.own_id} /> : <span />}
      <RowActions card={card} {...rest} />
    </article>
  )
})

const look = (card: AlertCard, tone: Need['tone']): string => `${styles[tone]} ${card.drill ? styles.drill : ''}`

const OwnerLine = ({ card, own_id }: { card: AlertCard; own_id: number | undefined }) => (
  <p className={styles.owner}>
    <Ticking text={(now) => ownerText(card, own_id, now)} />
  </p>
)

/** A click on the row or its name, unless another tab is wanted. It then follows no link. */
function isOpening(event: MouseEvent): boolean {
  const pressed = (event.target as Element).closest('a, button')
  if (event.ctrlKey || event.metaKey || event.shiftKey || (pressed && !pressed.closest('h3'))) return false
  event.preventDefault()
  return true
}

/** A card can be chosen by J and K and opened by Enter. */
function useOpening(id: number, title: string, ringing: boolean) {
  const navigate = useNavigate()
  return {
    'aria-labelledby': title,
    tabIndex: -1,
    [CARD_ATTRIBUTE]: id,
    'data-ringing': ringing || undefined,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // Enter on one of its buttons is that button's.
      if (event.key === 'Enter' && event.target === event.currentTarget) void navigate(`/qr-alerts/${id}`)
    },
  }
}
