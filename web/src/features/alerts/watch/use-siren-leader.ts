import { useEffect, useState } from 'react'

/**
 * Of all tabs of one browser only one sounds: the one that holds the lock. Tabs compete only while their sound is
 * armed, so a silent tab never keeps an audible one quiet; a tab that closes hands over at once. Without Web Locks
 * (no secure context) every armed tab sounds: too loud is better than silent.
 */
export function useSirenLeader(armed: boolean): boolean {
  const [leader, setLeader] = useState(false)
  const has_locks = 'locks' in navigator
  useEffect(() => {
    if (!armed || !has_locks) return undefined
    const waiting = new AbortController()
    let release = () => {}
    navigator.locks
      .request('tvarit-siren', { signal: waiting.signal }, () => {
        if (waiting.signal.aborted) return Promise.resolve()
        setLeader(true)
        return new Promise<void>((done) => (release = done))
      })
      .catch(() => {}) // aborted while waiting in the queue
    return () => {
      waiting.abort()
      release()
      setLeader(false)
    }
  }, [armed, has_locks])
  return has_locks ? leader : armed
}
