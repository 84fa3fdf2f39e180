import type { EscalationLevel } from '@tvarit/shared/contracts/escalation'
import { useSyncExternalStore } from 'react'

/** How far an alert had climbed when it was silenced, and in which wait: one that was put back waits anew. */
export interface Dismissal {
  since: string
  level: EscalationLevel
  /** The server's time of it, milliseconds. */
  at: number
}

/** Which alerts this browser has silenced: one that climbs to the next level comes back and is heard once more. */
export type Dismissals = Readonly<Record<number, Dismissal>>

const KEY = 'alertsDismissed'
const MOST = 200
let cached: { text: string; value: Dismissals } = { text: '', value: {} }
const listeners = new Set<() => void>()

function read(): Dismissals {
  const text = localStorage.getItem(KEY) ?? '{}'
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

export function dismiss(alerts: readonly (Dismissal & { id: number })[]): void {
  const entries = Object.entries(read()).slice(-MOST)
  const added = alerts.map(({ id, ...dismissal }): [string, Dismissal] => [String(id), dismissal])
  localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(entries), ...Object.fromEntries(added) }))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === KEY && listener()
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Shared by all tabs of this browser: what one of them dismisses is silent in all. */
export const useDismissals = (): Dismissals => useSyncExternalStore(subscribe, read)
