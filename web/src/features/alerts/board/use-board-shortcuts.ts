import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { useNavigate } from 'react-router'
import { useSessionState } from '../../../lib/session.ts'
import { useShortcuts } from '../../../lib/use-shortcuts.ts'
import { callAbout } from '../call-number.ts'
import { maySend } from '../dispatch/send-dialog.tsx'
import { nextInNeed, type NeedyAlert } from '../need.ts'
import { claimLabel, type Closing } from '../use-alert-actions.ts'

/** On every card of an open alert, so that the keys find it. */
export const CARD_ATTRIBUTE = 'data-alert'

/** The open alert that has the focus, be it on one of its buttons. */
function chosenId(): number | null {
  const card = document.activeElement?.closest(`[${CARD_ATTRIBUTE}]`)
  return card ? Number(card.getAttribute(CARD_ATTRIBUTE)) : null
}

function choose(card: AlertCard | undefined): void {
  const element = card && document.querySelector<HTMLElement>(`[${CARD_ATTRIBUTE}="${card.id}"]`)
  element?.focus()
  element?.scrollIntoView({ block: 'nearest' })
}

interface Deeds {
  onClaim: (card: AlertCard) => void
  onClose: (card: AlertCard, as: Closing) => void
  onSend: (card: AlertCard) => void
}

/**
 * J and K walk through the open alerts, N to the next that needs this operator; the others act on the chosen one, without
 * one on the most pressing, which is first. The focus is the choice: what moves on a busy board keeps it.
 */
export function useBoardShortcuts(open: readonly NeedyAlert[], { onClaim, onClose, onSend }: Deeds): void {
  const own_id = useSessionState().session?.user.id
  const navigate = useNavigate()
  const place = () => open.findIndex(({ card }) => card.id === chosenId())
  const act = (then: (card: AlertCard) => void) => () => {
    const found = open[Math.max(0, place())]
    if (!found) return
    choose(found.card)
    then(found.card)
  }
  useShortcuts({
    j: () => choose(open[Math.min(open.length - 1, place() + 1)]?.card),
    k: () => choose(open[Math.max(0, place() - 1)]?.card),
    n: () => choose(nextInNeed(open, chosenId(), own_id)),
    s: act((card) => maySend(card) && onSend(card)),
    c: act((card) => claimLabel(card, own_id) && onClaim(card)),
    p: act(callAbout),
    w: act((card) => void navigate(`/qr-alerts/${card.id}#note`)),
    a: act((card) => onClose(card, 'ATTENDED')),
    r: act((card) => onClose(card, 'REJECTED')),
  })
}
