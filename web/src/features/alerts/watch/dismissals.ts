import type { EscalationLevel } from '@tvarit/shared/contracts/escalation'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { createStore } from '../../../lib/create-store.ts'
import { browserStorage } from '../../../lib/browser-storage.ts'

/** How far an alert had climbed when it was silenced, and in which wait: one that was put back waits again. */
export interface Dismissal {
  /** Who silenced it: the next person at this desk hears it. */
  by: number
  since: string
  level: EscalationLevel
  /** The server's time of it, milliseconds. */
  at: number
}

/** Which alerts this browser has silenced: one that climbs to the next level comes back and is heard once more. */
export type Dismissals = Readonly<Record<number, Dismissal>>

const KEY = 'alertsDismissed'
let cached: { text: string; value: Dismissals } = { text: '', value: {} }
const store = createStore(KEY)

function read(): Dismissals {
  const text = browserStorage.getItem(KEY) ?? '{}'
  if (text !== cached.text) {
    let value: Dismissals = {}
    try {
      value = JSON.parse(text) as Dismissals
    } catch {
      // Not ours any more: nothing is dismissed.
    }
    cached = { text, value }
  }
  return cached.value
}

/**
 * Notes for this browser that these alerts were silenced, and at which level. The oldest notes are forgotten; as many are
 * kept as a console has open alerts.
 */
export function dismiss(alerts: readonly (Dismissal & { id: number })[]): void {
  // An object has its numbers in their order, not in that of the notes.
  const entries = Object.entries(read())
    .sort(([, a], [, b]) => a.at - b.at)
    .slice(-LIMITS.snapshot_alerts)
  const added = alerts.map(({ id, ...dismissal }): [string, Dismissal] => [String(id), dismissal])
  browserStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(entries), ...Object.fromEntries(added) }))
  store.changed()
}

/** Shared by all tabs of this browser: what one of them dismisses is silent in all. */
export const useDismissals = (): Dismissals => store.use(read)
