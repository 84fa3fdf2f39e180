import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { type EscalationLevel, escalationLevel } from '@tvarit/shared/contracts/escalation'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { useLive } from '../../../app/live/live-store.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { useNow } from '../../../lib/use-now.ts'
import { byUrgency, isUnclaimed, waitingSeconds } from '../alert-facts.ts'
import { dismiss, type Dismissal, useDismissals } from './dismissals.ts'

export interface Ringing {
  card: AlertCard
  level: EscalationLevel
}

/**
 * The alerts that call for attention in this browser: pending, unclaimed, not "verify by phone" (those stay silent).
 * Dismissing silences the level it was dismissed at; the next one is heard again, and so is the last one after a while.
 * The level is reckoned from the age as well: a screen gets louder also when no worker lives to lift it. A drill rings
 * softly and stays so.
 */
export function useRinging(): Ringing[] {
  const { cards } = useLive()
  const now = useNow()
  const dismissals = useDismissals()
  const ringing: Ringing[] = []
  for (const card of cards.values()) {
    if (!isUnclaimed(card) || card.verify_by_phone) continue
    const level = levelOf(card, now)
    if (isSilenced(card, level, dismissals[card.id], now)) continue
    ringing.push({ card, level })
  }
  return ringing.sort((a, b) => byUrgency(a.card, b.card))
}

function isSilenced(card: AlertCard, level: EscalationLevel, dismissed: Dismissal | undefined, now: number): boolean {
  if (dismissed?.since !== card.waiting_since || dismissed.level < level) return false
  return card.drill || now - dismissed.at < LIMITS.alarm_repeat_minutes * 60_000
}

function levelOf(card: AlertCard, now: number): EscalationLevel {
  if (card.drill) return 0
  return Math.max(card.escalation_level, escalationLevel(waitingSeconds(card, now))) as EscalationLevel
}

export const silence = (ringing: readonly Ringing[]): void =>
  dismiss(ringing.map(({ card, level }) => ({ id: card.id, since: card.waiting_since, level, at: serverNow() })))
