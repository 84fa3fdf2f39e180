import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { currentSession, useSessionState } from '../../../lib/session.ts'
import { type EscalationLevel, escalationLevel } from '@tvarit/shared/contracts/escalation'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { useLive } from '../live/live-store.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { useNow } from '../../../lib/use-now.ts'
import { byUrgency, holderSince, secondsSince, unansweredSince, waitsQuietly } from '../alert-facts.ts'
import { dismiss, type Dismissal, useDismissals } from './dismissals.ts'
import { useConsoleWatch } from '../use-console-watch.ts'

export interface Ringing {
  card: AlertCard
  level: EscalationLevel
  /** Since when nobody answers for it, or since when its holder is asked to act. */
  since: string
  /** It rings only on the consoles of the person who holds it: the first stage of a deadline. */
  holder: boolean
}

/** One ring of one alert: its next level and its next wait are others. */
export const ringingKey = ({ card, level, since }: Ringing): string => `${card.id} ${since} ${level}`

/** The holder hears the urgent siren. */
const HOLDER_LEVEL = 1

/**
 * The alerts that call for attention in this browser: open, nobody answers for them, no new "verify by phone" (those stay silent).
 * Dismissing silences the level it was dismissed at; the next one is heard again, and so is the last one after a while.
 * The level is reckoned from the age as well: a console gets louder also when no worker lives to lift it. A drill rings
 * softly and stays so. The person who holds an alert hears it before everybody does.
 */
export function useRinging(): Ringing[] {
  const { cards } = useLive()
  const now = useNow()
  const dismissals = useDismissals()
  const own_id = useSessionState().session?.user.id
  const { standing } = useConsoleWatch()
  const ringing: Ringing[] = []
  for (const card of cards.values()) {
    if (waitsQuietly(card)) continue
    const unanswered = unansweredSince(card, now)
    const since = unanswered ?? holderSince(card, own_id, standing, now)
    if (since === null) continue
    const level = unanswered ? levelOf(card, secondsSince(since, now)) : HOLDER_LEVEL
    const found = { card, level, since, holder: !unanswered }
    if (!isSilenced(found, own_id, dismissals[card.id], now)) ringing.push(found)
  }
  return ringing.sort((a, b) => byUrgency(a.card, b.card))
}

function isSilenced(
  { card, level, since }: Ringing,
  own_id: number | undefined,
  dismissed: Dismissal | undefined,
  now: number,
): boolean {
  if (dismissed?.since !== since || dismissed.by !== own_id || dismissed.level < level) return false
  return card.drill || now - dismissed.at < LIMITS.alarm_repeat_minutes * 60_000
}

/** What the workers have lifted it to is of the time before a claim. */
function levelOf(card: AlertCard, seconds: number): EscalationLevel {
  if (card.drill) return 0
  return Math.max(card.claimed_by ? 0 : card.escalation_level, escalationLevel(seconds)) as EscalationLevel
}

/** Silences what rings now; it is heard again at the next level, and after a while. */
export function silence(ringing: readonly Ringing[]): void {
  const by = currentSession()!.user.id
  dismiss(ringing.map(({ card, level, since }) => ({ id: card.id, by, since, level, at: serverNow() })))
}
