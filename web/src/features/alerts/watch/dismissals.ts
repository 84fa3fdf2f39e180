import { useSyncExternalStore } from 'react'
import type { SirenLevel } from './siren.ts'

/** Which alerts this browser has silenced, and at which level: an alert that turns urgent is heard once more. */
export type Dismissals = Readonly<Record<number, SirenLevel>>

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

export function dismiss(alerts: readonly { id: number; level: SirenLevel }[]): void {
  const entries = Object.entries(read()).slice(-MOST)
  const added = alerts.map(({ id, level }): [string, SirenLevel] => [String(id), level])
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
