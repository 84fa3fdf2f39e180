import { type Log, partWorks } from '../log/log.ts'

export interface Repeating {
  /** Runs as soon as the current run is over (or now); many wakes during one run are one more run. */
  wake(): void
  /** The same also while it waits after a failure: what it needs is back. */
  retry(): void
  /** Stops after the current run. */
  stop(): Promise<void>
  /** Milliseconds since the last run that succeeded. */
  idle_ms(): number
  /** Milliseconds since a run last ended, well or not: grows only while a run hangs or the process is blocked. */
  stuck_ms(): number
}

/**
 * Runs `work` again and again: at once when woken or when it says that there is more, else after `every_ms`. Never two
 * at a time. A failure is logged and
 * the next run waits a little longer each time, up to `every_ms` or 2 s, whichever is more.
 */
export function repeat(options: {
  name: string
  every_ms: number
  log: Log
  work(): Promise<boolean | void>
}): Repeating {
  let stopped = false
  let woken = true
  let release: (() => void) | undefined
  let failures = 0
  let last = performance.now()
  let ended = last

  const run = async () => {
    while (!stopped) {
      woken = false
      try {
        if (await options.work()) woken = true
        if (failures > 0) partWorks(options.log, options.name)
        failures = 0
        last = performance.now()
      } catch (error) {
        failures += 1
        options.log.warn({ error, part: options.name, failures }, 'it failed')
      }
      ended = performance.now()
      if (stopped) break
      const delay = failures > 0 ? Math.min(100 * 2 ** failures, Math.max(options.every_ms, 2_000)) : options.every_ms
      if (woken && failures === 0) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delay)
        release = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const running = run()
  return {
    wake() {
      woken = true
      if (failures === 0) release?.()
    },
    retry() {
      woken = true
      failures = 0
      release?.()
    },
    async stop() {
      stopped = true
      release?.()
      await running
    },
    idle_ms: () => Math.round(performance.now() - last),
    stuck_ms: () => Math.round(performance.now() - ended),
  }
}
