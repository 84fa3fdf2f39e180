import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { useLive } from '../../../app/live/live-store.ts'
import { useNow } from '../../../lib/use-now.ts'
import { ageSeconds, byUrgency, isUnclaimed } from '../alert-facts.ts'
import { useDismissals } from './dismissals.ts'
import type { SirenLevel } from './siren.ts'

export interface Ringing {
  card: AlertCard
  level: SirenLevel
}

/**
 * The alerts that call for attention in this browser: pending, unclaimed, not "verify by phone" (those stay silent).
 * Dismissing silences the level it was dismissed at; after 30 s without an owner the alert is heard once more.
 */
export function useRinging(): Ringing[] {
  const { cards } = useLive()
  const now = useNow()
  const dismissals = useDismissals()
  const ringing: Ringing[] = []
  for (const card of cards.values()) {
    if (!isUnclaimed(card) || card.verify_by_phone) continue
    const level = ageSeconds(card, now) >= LIMITS.age_amber_seconds ? 'urgent' : 'normal'
    const dismissed = dismissals[card.id]
    if (dismissed === 'urgent' || dismissed === level) continue
    ringing.push({ card, level })
  }
  return ringing.sort((a, b) => byUrgency(a.card, b.card))
}
