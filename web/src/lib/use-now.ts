import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'
import { steadyInterval } from './steady-interval.ts'

/** One clock for all ages on a screen, so that they tick together and cost one timer. */
let now = serverNow()
let stop = () => {}
const listeners = new Set<() => void>()

/** Calls back each second; returns the way out. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    now = serverNow()
    stop = steadyInterval(() => {
      now = serverNow()
      for (const tell of listeners) tell()
    }, 1000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

/** The server's time in milliseconds at the last tick. */
export const clock = (): number => now

/** The same; renders again each second. */
export const useNow = (): number => useSyncExternalStore(onTick, clock)
