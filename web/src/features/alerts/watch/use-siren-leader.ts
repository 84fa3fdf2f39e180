import { useEffect, useState } from 'react'
import { steadyInterval } from '../../../lib/steady-interval.ts'

const CHANNEL = 'tvarit-siren'

/** Firefox has no channels where site data is blocked, Chromium says so when a lock is asked for. */
function reachesOtherTabs(): boolean {
  try {
    new BroadcastChannel(CHANNEL).close()
    return 'locks' in navigator
  } catch {
    return false
  }
}

/** How often the tab that sounds says that it runs. */
const BEAT_MS = 2_000
/** A tab that has heard nothing of it for so long sounds itself. */
const SILENT_MS = 5_000

/**
 * Of all tabs of one browser only one sounds: the one that holds the lock. Tabs compete only while their sound is
 * armed, so a silent tab never keeps an audible one quiet; a tab that closes hands over at once. One that is alive and
 * stands still (a question of the browser, a print dialog) keeps its lock: the others sound until they hear from it.
 * Without Web Locks (no secure context, site data blocked) every armed tab sounds: too loud is better than silent.
 */
export function useSirenLeader(armed: boolean): boolean {
  const [leader, setLeader] = useState(false)
  const [alone, setAlone] = useState(false)
  const [has_locks, setHasLocks] = useState(reachesOtherTabs)
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
      // Aborted while waiting in the queue, or denied.
      .catch(() => waiting.signal.aborted || setHasLocks(false))
    return () => {
      waiting.abort()
      release()
      setLeader(false)
    }
  }, [armed, has_locks])
  useEffect(() => {
    if (!armed || !has_locks) return undefined
    const channel = new BroadcastChannel(CHANNEL)
    let heard = performance.now()
    channel.addEventListener('message', () => {
      heard = performance.now()
      setAlone(false)
    })
    const beat = () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin only
      if (leader) channel.postMessage('sounding')
      else if (performance.now() - heard > SILENT_MS) setAlone(true)
    }
    beat()
    const stop = steadyInterval(beat, BEAT_MS)
    return () => {
      stop()
      channel.close()
      setAlone(false)
    }
  }, [armed, has_locks, leader])
  return has_locks ? leader || (armed && alone) : armed
}
