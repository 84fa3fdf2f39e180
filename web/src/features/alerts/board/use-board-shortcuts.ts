import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSessionState } from '../../../lib/session.ts'
import { useShortcuts } from '../../../lib/use-shortcuts.ts'
import { callAbout } from '../call-number.ts'
import { maySend } from '../dispatch/send-dialog.tsx'
import { nextInNeed, type NeedyAlert } from '../need.ts'
import { claimLabel, type Closing } from '../use-alert-actions.ts'
import { useSettling } from '../use-settling.ts'

/** On every card of an open alert, so that the keys find it. */
export const CARD_ATTRIBUTE = 'data-alert'

const elementOf = (id: number) => document.querySelector<HTMLElement>(`[${CARD_ATTRIBUTE}="${id}"]`)

/** The open alert that has the focus, be it on one of its buttons. */
function focusedId(): number | null {
  const card = document.activeElement?.closest(`[${CARD_ATTRIBUTE}]`)
  return card ? Number(card.getAttribute(CARD_ATTRIBUTE)) : null
}

/** Where the focus falls when what had it is gone, or where a dialog then puts it. */
const isFocusLost = (): boolean =>
  !document.activeElement || document.activeElement === document.body || document.activeElement.id === 'content'

/**
 * Says which open alert is chosen: the one that has the focus. A card in another group is a new element, and a claim takes
 * its button away: the focus that is lost by that goes back to the card. An alert that left the board is still the answer.
 */
function useChosenId(): () => number | null {
  const last = useRef<{ id: number; element: Element } | null>(null)
  const lostId = (): number | null =>
    last.current && !last.current.element.isConnected && isFocusLost() ? last.current.id : null
  useEffect(() => {
    const onFocus = () => {
      const id = focusedId()
      if (id !== null) last.current = { id, element: document.activeElement! }
    }
    // A press beside the cards leaves the chosen one.
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target as Element).closest(`[${CARD_ATTRIBUTE}], .ant-modal-root`)) last.current = null
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [])
  useLayoutEffect(() => {
    const id = lostId()
    if (id !== null) elementOf(id)?.focus({ preventScroll: true })
  })
  return () => focusedId() ?? lostId()
}

function choose(card: AlertCard | undefined): void {
  const element = card && elementOf(card.id)
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
 * one on the most pressing, which is first. The focus is the choice: what moves on a busy board keeps it. When the chosen
 * one has left the board, a key that acts only chooses the first: it was meant for another. So do C and P when none is
 * chosen: they ask no question that names the person.
 */
export function useBoardShortcuts(open: readonly NeedyAlert[], { onClaim, onClose, onSend }: Deeds): void {
  const own_id = useSessionState().session?.user.id
  const navigate = useNavigate()
  const chosenId = useChosenId()
  const place = () => open.findIndex(({ card }) => card.id === chosenId())
  const actOnChosen = (then: (card: AlertCard) => void) => () => {
    const found = open[Math.max(0, place())]
    const is_chosen = place() >= 0
    choose(found?.card)
    if (found && is_chosen) then(found.card)
  }
  const act = (then: (card: AlertCard) => void) => () => {
    if (chosenId() === null) choose(open[0]?.card)
    actOnChosen(then)()
  }
  useSettling(
    open.map(({ card }) => card.id),
    (at) => elementOf(open[at]!.card.id),
  )
  const { key } = useLocation()
  const [left, setLeft] = useState<string | null>(null)
  const writeNote = ({ id }: AlertCard) => {
    setLeft(key)
    void navigate(`/qr-alerts/${id}#note`)
  }
  const keys = {
    j: () => choose(open[Math.min(open.length - 1, place() + 1)]?.card),
    k: () => choose(open[Math.max(0, place() - 1)]?.card),
    n: () => choose(nextInNeed(open, chosenId(), own_id)),
    s: act((card) => maySend(card) && onSend(card)),
    c: actOnChosen((card) => claimLabel(card, own_id) && onClaim(card)),
    p: actOnChosen(callAbout),
    w: act(writeNote),
    a: act((card) => onClose(card, 'ATTENDED')),
    r: act((card) => onClose(card, 'REJECTED')),
  }
  // What is typed after W is the note, also while its page is not there yet.
  useShortcuts(left === key ? {} : keys)
}
