import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { useSessionState } from '../../../lib/session.ts'
import { useShortcuts } from '../../../lib/use-shortcuts.ts'
import { claimLabel, type Closing, useClaim } from '../use-alert-actions.ts'

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

/**
 * J and K walk through the open alerts, the others act on the chosen one; without one on the most pressing, which is
 * first. The focus is the choice: what moves on a busy board keeps it.
 */
export function useBoardShortcuts(open: readonly AlertCard[], onClose: (card: AlertCard, as: Closing) => void): void {
  const own_id = useSessionState().session?.user.id
  const claim = useClaim()
  const place = () => open.findIndex(({ id }) => id === chosenId())
  const act = (then: (card: AlertCard) => void) => () => {
    const card = open[Math.max(0, place())]
    if (!card) return
    choose(card)
    then(card)
  }
  useShortcuts({
    j: () => choose(open[Math.min(open.length - 1, place() + 1)]),
    k: () => choose(open[Math.max(0, place() - 1)]),
    c: act((card) => claimLabel(card, own_id) && claim.mutate({ id: card.id, take_over: card.claimed_by !== null })),
    a: act((card) => onClose(card, 'ATTENDED')),
    r: act((card) => onClose(card, 'REJECTED')),
  })
}
