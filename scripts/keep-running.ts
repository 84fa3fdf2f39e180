import { setTimeout as wait } from 'node:timers/promises'

export interface Running {
  /** Resolves with what ended it, for people: an exit code, a signal, or why it did not start. */
  ended: Promise<string>
  /** Ends it in order. */
  stop(): Promise<void>
}

/** Pauses before the first, second, ... start again; the last one stays. */
const PAUSES_MS = [300, 1_000, 2_000, 5_000, 10_000, 30_000]
/** After a life this long the pauses begin with the shortest. */
const STEADY_MS = 60_000

/**
 * Starts a process, and again with a growing pause each time it ends. It never gives up: the other processes go on
 * meanwhile. The console says each end and when the next start is.
 */
export function keepRunning(name: string, first: Running, start: () => Promise<Running>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let current = first

  async function watch(): Promise<void> {
    for (let deaths = 0; ; deaths++) {
      const began = Date.now()
      const reason = await current.ended
      if (stopping.signal.aborted) return
      if (Date.now() - began > STEADY_MS) deaths = 0
      const pause = PAUSES_MS[Math.min(deaths, PAUSES_MS.length - 1)]!
      console.error(`The ${name} ended (${reason}) and is started again in ${pause / 1000} s.`)
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      current = await start().catch((error: Error) => ({
        ended: Promise.resolve(error.message),
        stop: () => Promise.resolve(),
      }))
    }
  }

  const watched = watch()
  return {
    async stop() {
      stopping.abort()
      await current.stop()
      await watched
    },
  }
}
