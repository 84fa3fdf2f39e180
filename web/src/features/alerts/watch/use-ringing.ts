import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { type EscalationLevel, escalationLevel } from '@tvarit/shared/contracts/escalation'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { useLive } from '../live/live-store.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { useNow } from '../../../lib/use-now.ts'
import { byUrgency, secondsSince, unansweredSince } from '../alert-facts.ts'
import { dismiss, type Dismissal, useDismissals } from './dismissals.ts'

export interface Ringing {
  card: AlertCard
  level: EscalationLevel
  /** Since when nobody answers for it. */
  since: string
}

/**
 * The alerts that call for attention in this browser: open, nobody answers for them, not "verify by phone" (those stay silent).
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
    const since = unansweredSince(card, now)
    if (since === null || card.verify_by_phone) continue
    const level = levelOf(card, secondsSince(since, now))
    if (isSilenced({ card, level, since }, dismissals[card.id], now)) continue
    ringing.push({ card, level, since })
  }
  return ringing.sort((a, b) => byUrgency(a.card, b.card))
}

function isSilenced({ card, level, since }: Ringing, dismissed: Dismissal | undefined, now: number): boolean {
  if (dismissed?.since !== since || dismissed.level < level) return false
  return card.drill || now - dismissed.at < LIMITS.alarm_repeat_minutes * 60_000
}

/** What the workers have lifted it to is of the time before a claim. */
function levelOf(card: AlertCard, seconds: number): EscalationLevel {
  if (card.drill) return 0
  return Math.max(card.claimed_by ? 0 : card.escalation_level, escalationLevel(seconds)) as EscalationLevel
}

export const silence = (ringing: readonly Ringing[]): void =>
  dismiss(ringing.map(({ card, level, since }) => ({ id: card.id, since, level, at: serverNow() })))
