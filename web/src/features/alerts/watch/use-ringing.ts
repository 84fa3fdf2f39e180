import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { type EscalationLevel, escalationLevel } from '@tvarit/shared/contracts/escalation'
import { useLive } from '../../../app/live/live-store.ts'
import { useNow } from '../../../lib/use-now.ts'
import { byUrgency, isUnclaimed, waitingSeconds } from '../alert-facts.ts'
import { dismiss, useDismissals } from './dismissals.ts'

export interface Ringing {
  card: AlertCard
  level: EscalationLevel
}

/**
 * The alerts that call for attention in this browser: pending, unclaimed, not "verify by phone" (those stay silent).
 * Dismissing silences the level it was dismissed at; the next one is heard again. The level is reckoned from the age as
 * well: a screen gets louder also when no worker lives to lift it. A drill rings softly and stays so.
 */
export function useRinging(): Ringing[] {
  const { cards } = useLive()
  const now = useNow()
  const dismissals = useDismissals()
  const ringing: Ringing[] = []
  for (const card of cards.values()) {
    if (!isUnclaimed(card) || card.verify_by_phone) continue
    const level = levelOf(card, now)
    const dismissed = dismissals[card.id]
    if (dismissed?.since === card.waiting_since && dismissed.level >= level) continue
    ringing.push({ card, level })
  }
  return ringing.sort((a, b) => byUrgency(a.card, b.card))
}

function levelOf(card: AlertCard, now: number): EscalationLevel {
  if (card.drill) return 0
  return Math.max(card.escalation_level, escalationLevel(waitingSeconds(card, now))) as EscalationLevel
}

export const silence = (ringing: readonly Ringing[]): void =>
  dismiss(ringing.map(({ card, level }) => ({ id: card.id, since: card.waiting_since, level })))
