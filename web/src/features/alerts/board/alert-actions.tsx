import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { MenuButton } from '../../../components/menu-button.tsx'
import { LinkButton } from '../../../components/link-button.tsx'
import { personName } from '../alert-facts.ts'
import { callAbout } from '../call-about.ts'
import { maySend } from '../dispatch/send-dialog.tsx'
import { claimLabel, type Closing } from '../use-alert-actions.ts'
import styles from './board.module.css'

export interface AlertDeeds {
  own_id: number | undefined
  /** Its claim is on the way. */
  claiming: boolean
  onClaim: (card: AlertCard) => void
  onClose: (card: AlertCard, as: Closing) => void
  onSend: (card: AlertCard) => void
  /** Shows it beside the list; null where it has a page alone. */
  onOpen: ((id: number) => void) | null
}

type ClaimButtonProps = Pick<AlertDeeds, 'claiming' | 'onClaim'> & { card: AlertCard; label: string | null }

/** Nothing for one's own alert. */
const ClaimButton = ({ card, label, claiming, onClaim }: ClaimButtonProps) =>
  label === null ? null : (
    <Button
      type={card.claimed_by ? 'default' : 'primary'}
      loading={claiming}
      aria-label={label}
      onClick={() => onClaim(card)}
    >
      {card.claimed_by ? 'Take over' : label}
    </Button>
  )

/** Claim, View, Attend and Reject of one alert, whose owner stands beside them. */
export function AlertActions({
  card,
  ask_next,
  own_id,
  claiming,
  onClaim,
  onClose,
  onSend,
}: AlertDeeds & { card: AlertCard; ask_next: boolean }) {
  const label = claimLabel(card, own_id)
  return (
    <div className={styles.actions}>
      {ask_next ? (
        <Button type={card.claimed_by ? 'primary' : 'default'} onClick={() => onSend(card)}>
          Send the next
        </Button>
      ) : null}
      <ClaimButton card={card} label={label} claiming={claiming} onClaim={onClaim} />
      <LinkButton to={`/qr-alerts/${card.id}`} label={`View alert of ${personName(card)}`}>
        View
      </LinkButton>
      {card.status === 'PENDING' ? (
        <>
          <Button onClick={() => onClose(card, 'ATTENDED')}>Attend</Button>
          <Button danger onClick={() => onClose(card, 'REJECTED')}>
            Reject
          </Button>
        </>
      ) : null}
    </div>
  )
}

/** The one step that is next, and a menu with the others. */
export function RowActions({
  card,
  ask_next,
  own_id,
  claiming,
  onClaim,
  onClose,
  onSend,
  onOpen,
}: AlertDeeds & { card: AlertCard; ask_next: boolean }) {
  const navigate = useNavigate()
  const label = claimLabel(card, own_id)
  const sends = ask_next && card.claimed_by !== null
  const closings = [
    { label: 'Attend', onClick: () => onClose(card, 'ATTENDED') },
    { label: 'Reject', danger: true, onClick: () => onClose(card, 'REJECTED') },
  ]
  const items = [
    { label: 'View', onClick: () => (onOpen ? onOpen(card.id) : void navigate(`/qr-alerts/${card.id}`)) },
    ...(card.user ? [{ label: 'Call', onClick: () => callAbout(card) }] : []),
    ...(maySend(card) ? [{ label: 'Send an ambulance', onClick: () => onSend(card) }] : []),
    ...(sends && label ? [{ label, onClick: () => onClaim(card) }] : []),
    ...(card.status === 'PENDING' ? closings : []),
  ]
  return (
    <div className={styles.actions}>
      {sends ? (
        <Button type="primary" onClick={() => onSend(card)}>
          Send the next
        </Button>
      ) : (
        <ClaimButton card={card} label={label} claiming={claiming} onClaim={onClaim} />
      )}
      <MenuButton type="text" aria-label={`More for the alert of ${personName(card)}`} items={items}>
        ⋯
      </MenuButton>
    </div>
  )
}
