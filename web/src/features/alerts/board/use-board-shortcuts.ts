import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSessionState } from '../../../lib/session.ts'
import { useShortcuts } from '../../../lib/use-shortcuts.ts'
import { callAbout } from '../call-about.ts'
import { choiceKeys, maySend } from '../dispatch/send-dialog.tsx'
import { nextInNeed, type NeedyAlert } from '../need.ts'
import { claimLabel, type Closing } from '../use-alert-actions.ts'
import { CARD_ATTRIBUTE } from '../use-steady-rows.ts'

const elementOf = (id: number) => document.querySelector<HTMLElement>(`[${CARD_ATTRIBUTE}="${id}"]`)

/** The open alert that has the focus, be it on one of its buttons. */
function focusedId(): number | null {
  const card = document.activeElement?.closest(`[${CARD_ATTRIBUTE}]`)
  return card ? Number(card.getAttribute(CARD_ATTRIBUTE)) : null
}

/** Where the focus falls when what had it is gone, or where a dialog then puts it. */
const isFocusLost = (): boolean =>
  !document.activeElement || document.activeElement === document.body || document.activeElement.id === 'content'

/** In sight as well, however far the alert has moved. */
export function focusOn(id: number): void {
  const element = elementOf(id)
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest' })
}

/**
 * Says which open alert is chosen: the one that has the focus, or else the one beside the list. A card in another group is a new element, and a claim takes
 * its button away: the focus that is lost by that goes back to the card. An alert that left the board is still the answer.
 */
function useChosenId(beside: number | null, onFocus: ((id: number) => void) | null): () => number | null {
  const last = useRef<{ id: number; element: Element } | null>(null)
  const lostId = (): number | null =>
    last.current && !last.current.element.isConnected && isFocusLost() ? last.current.id : null
  // What stands beside the list follows the focus; a list without it stays as it is under a press.
  const follow = useEffectEvent((id: number) => beside !== null && onFocus?.(id))
  useEffect(() => {
    const onFocusIn = () => {
      const id = focusedId()
      if (id === null) return
      last.current = { id, element: document.activeElement! }
      follow(id)
    }
    // A press beside the cards leaves the chosen one.
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target as Element).closest(`[${CARD_ATTRIBUTE}], .ant-modal-root`)) last.current = null
    }
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [])
  useLayoutEffect(() => {
    const id = lostId()
    if (id !== null) focusOn(id)
  })
  return () => focusedId() ?? lostId() ?? beside
}

interface Deeds {
  /** Shows it beside the list, where there is room. */
  onOpen: ((id: number) => void) | null
  onClaim: (card: AlertCard) => void
  onClose: (card: AlertCard, as: Closing) => void
  /** `choice`: which of the ambulances that suit best. */
  onSend: (card: AlertCard, choice: number) => void
}

/**
 * J and K walk through the open alerts, N to the next that needs this operator; the others act on the chosen one, without
 * one on the most pressing, which is first. The focus is the choice: what moves on a busy board keeps it. When the chosen
 * one has left the board, a key that acts only chooses the first: it was meant for another. So do C and P when none is
 * chosen: they ask no question that names the person.
 */
export function useBoardShortcuts(
  drawn: readonly NeedyAlert[],
  by_need: readonly NeedyAlert[],
  beside: number | null,
  { onClaim, onClose, onSend, onOpen }: Deeds,
): void {
  const own_id = useSessionState().session?.user.id
  const navigate = useNavigate()
  const chosenId = useChosenId(beside, onOpen)
  // One that was closed may still be drawn.
  const open = drawn.filter(({ card }) => card.status === 'PENDING')
  const place = () => open.findIndex(({ card }) => card.id === chosenId())
  const choose = (card: AlertCard | undefined) => {
    if (!card) return
    focusOn(card.id)
    onOpen?.(card.id)
  }
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
  const { key } = useLocation()
  const [left, setLeft] = useState<string | null>(null)
  const writeNote = ({ id }: AlertCard) => {
    const field = id === beside && document.querySelector<HTMLElement>('[name="note"]')
    if (field) return field.focus()
    setLeft(key)
    return void navigate(`/qr-alerts/${id}#note`)
  }
  const keys = {
    j: () => choose(open[Math.min(open.length - 1, place() + 1)]?.card),
    k: () => choose(open[Math.max(0, place() - 1)]?.card),
    n: () => choose(nextInNeed(by_need, chosenId(), own_id)),
    s: act((card) => maySend(card) && onSend(card, 0)),
    ...choiceKeys((choice) => actOnChosen((card) => maySend(card) && onSend(card, choice))),
    c: actOnChosen((card) => claimLabel(card, own_id) && onClaim(card)),
    p: actOnChosen(callAbout),
    w: act(writeNote),
    a: act((card) => onClose(card, 'ATTENDED')),
    r: act((card) => onClose(card, 'REJECTED')),
  }
  // What is typed after W is the note, also while its page is not there yet.
  useShortcuts(left === key ? {} : keys)
}
