import { type Config, ConfigError, misspelledSettings, readConfig } from '../settings/config.ts'
import type { Log } from '../log/log.ts'

/**
 * The settings of this process; wrong ones are one line on standard error, and the process ends with 1. Each that looks
 * misspelled is a line there, too.
 */
export function readOwnConfig(): Config {
  for (const warning of misspelledSettings(process.env)) console.error(warning)
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Ends a process that cannot start with 1: a sentence on standard error where one is known, else the error in the log. */
export function endWith(log: Log, error: unknown): never {
  if (error instanceof ConfigError) console.error(error.message)
  else log.fatal({ error }, 'could not start')
  process.exit(1)
}

/**
 * Ends a process in order: SIGTERM, SIGINT or a supervisor that is gone runs `stop` once and exits 0. When that takes
 * longer than `deadline_ms` the process exits 1. An uncaught error is logged and ends the process with 1, because its
 * state is unknown; the supervisor starts it again.
 */
export function runUntilStopped(log: Log, deadline_ms: number, stop: () => Promise<void>): void {
  let stopping = false
  const end = (reason: string) => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'stopping')
    setTimeout(() => {
      log.error('did not stop in time')
      process.exit(1)
    }, deadline_ms).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, 'failed while stopping')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(signal))
  process.on('disconnect', () => end('the supervisor is gone'))
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'uncaught error')
    process.exit(1)
  })
}
