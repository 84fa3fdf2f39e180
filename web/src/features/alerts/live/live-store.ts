import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { createStore } from '../../../lib/create-store.ts'

/** As the specification names the states of the alert channel. `open` means: events are arriving right now. */
export type Channel = 'closed' | 'connecting' | 'open'

export interface LiveState {
  channel: Channel
  /** When the channel came into this state, in milliseconds of this computer's clock. */
  since: number
  /** Since when people should know that the console is not live; null while it is or while the gap is too short. */
  not_live_since: number | null
  /** The newest known version of every alert this console heard of. */
  cards: ReadonlyMap<number, AlertCard>
  /** The first picture of the open alerts has come. */
  read: boolean
}

/** A first connect or a brief reconnect is nobody's concern; longer than this and people are notified. */
const PATIENCE_MS = 1_500
/** Closed alerts beyond this many are forgotten; lists read them from the server anyway. */
const MOST_CARDS = 600

let state: LiveState = { channel: 'closed', since: Date.now(), not_live_since: null, cards: new Map(), read: false }
let patience: ReturnType<typeof setTimeout> | undefined
/** Alerts ever heard of: what comes again after a gap is not new. Null until the first full picture. */
let known: Set<number> | null = null

const store = createStore()
const arrivalListeners = new Set<(card: AlertCard) => void>()
const changeListeners = new Set<ChangeListener>()

/** `card_stays`: something changed that only the page of the alert shows, such as a message that went out. */
type ChangeListener = (ids: readonly number[], card_stays: boolean) => void

function change(next: Partial<LiveState>): void {
  state = { ...state, ...next }
  store.changed()
}

/** The state as it is now, for code outside React. */
export const liveState = (): LiveState => state

/** Calls back with each pending alert nobody here had heard of, however it came (socket, catch-up or polling). */
export function onArrival(listener: (card: AlertCard) => void): () => void {
  arrivalListeners.add(listener)
  return () => arrivalListeners.delete(listener)
}

/** Calls back with the ids of alerts that changed, so that lists and pages read them again. */
export function onCardsChanged(listener: ChangeListener): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

/** Notes how the connection stands; a gap that lasts makes the console not live. */
export function setChannel(channel: Channel): void {
  if (channel === state.channel) return
  const since = Date.now()
  const was_open = state.channel === 'open'
  change({ channel, since })
  if (channel === 'open') {
    clearTimeout(patience)
    patience = undefined
    change({ not_live_since: null })
  } else if (was_open || patience === undefined) {
    // Counted from the first moment of the gap, however often it goes on between connecting and closed.
    patience = setTimeout(() => change({ not_live_since: since }), PATIENCE_MS)
  }
}

/** Takes newer versions and ignores older ones, whatever the order and the way they come in. */
export function mergeCards(incoming: readonly AlertCard[]): void {
  const newer = incoming.filter((card) => card.version > (state.cards.get(card.id)?.version ?? -1))
  if (newer.length === 0) return
  const cards = new Map(state.cards)
  for (const card of newer) cards.set(card.id, card)
  change({ cards: pruned(cards) })
  const arrivals = known ? newer.filter((card) => card.status === 'PENDING' && !known?.has(card.id)) : []
  for (const card of newer) known?.add(card.id)
  for (const listener of changeListeners)
    listener(
      newer.map((card) => card.id),
      false,
    )
  for (const card of arrivals) for (const listener of arrivalListeners) listener(card)
}

/** Takes a change of the live feed: of the card, or of what stands beside it on the alert's page. */
export function takeChange(card: AlertCard): void {
  if (card.version > (state.cards.get(card.id)?.version ?? -1)) return mergeCards([card])
  for (const listener of changeListeners) listener([card.id], true)
}

/**
 * Takes a picture of the open alerts. What was open here and is missing in a whole one was closed while we did not look:
 * it leaves, and the lists read its end from the server. One of the newest alone says nothing of those missing in it.
 */
export function takeOpenAlerts(open: readonly AlertCard[], whole = true): void {
  const first = known === null
  known ??= new Set(open.map((card) => card.id))
  const ids = new Set(open.map((card) => card.id))
  const gone = whole ? [...state.cards.values()].filter((card) => card.status === 'PENDING' && !ids.has(card.id)) : []
  if (gone.length > 0) {
    const cards = new Map(state.cards)
    for (const card of gone) cards.delete(card.id)
    change({ cards })
  }
  mergeCards(open)
  if (first) change({ read: true })
  if (first || gone.length > 0)
    for (const listener of changeListeners)
      listener(
        gone.map((card) => card.id),
        false,
      )
}

/** Forgets everything, for the next person in this browser. */
export function forgetLive(): void {
  known = null
  clearTimeout(patience)
  patience = undefined
  change({ channel: 'closed', since: Date.now(), not_live_since: null, cards: new Map(), read: false })
}

function pruned(cards: Map<number, AlertCard>): Map<number, AlertCard> {
  for (const [id, card] of cards) {
    if (cards.size <= MOST_CARDS) break
    if (card.status !== 'PENDING') cards.delete(id)
  }
  return cards
}

/** Since when (milliseconds) the console is not live, or null. */
export const useNotLive = (): number | null => store.use(() => state.not_live_since)

export const useLive = (): LiveState => store.use(liveState)
