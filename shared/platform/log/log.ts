import os from 'node:os'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { BUILD_NAME } from '../settings/build.ts'
import { requestId } from './correlation.ts'
import { toLoggable } from './loggable-error.ts'
import { createOutages, isStore, type Outages, storeAway } from './outages.ts'

export type Log = Logger

/**
 * JSON lines on standard output, each with the id of the request it belongs to. Codes, tokens, phone numbers and health
 * data are never passed in, and errors lose the data they quote. The redaction is the last fence.
 *
 * While a part is away (a line names it as `part`, or its error says that a store does not answer), the first failure is
 * one line and then there is one a minute with the count; at level debug each is a line. `partWorks` ends that.
 */
export function createLog(name: string, level: string, destination?: DestinationStream): Log {
  const outages = createOutages((end) => log.info(end, `${end.part} is back`))
  const options: LoggerOptions = {
    name,
    level,
    base: { pid: process.pid, hostname: os.hostname(), version: BUILD_NAME },
    formatters: { level: (label) => ({ level: label }) },
    mixin() {
      const request_id = requestId()
      return request_id === null ? {} : { request_id }
    },
    redact: {
      paths: [
        '*.otp',
        '*.password',
        '*.token',
        '*.access',
        '*.refresh',
        '*.phone_number',
        '*.to_phone',
        '*.to_email',
        '*.authorization',
      ],
      censor: '[hidden]',
    },
    serializers: { error: toLoggable, err: toLoggable },
    hooks: {
      logMethod([fields, message], write) {
        const about = fields as { part?: string; error?: unknown }
        const part = typeof about === 'object' && 'error' in about ? partOf(about) : undefined
        if (part === undefined) return write.call(this, fields, message)
        const state = outages.failed(part)
        if (state) write.call(this, { ...about, ...state } as never, `${part} is away: ${String(message)}`)
        else if (log.isLevelEnabled('debug')) write.call(this, fields, message)
      },
    },
  }
  const log = destination ? pino(options, destination) : pino(options)
  states.set(log, outages)
  return log
}

/** A store that is named is the one; of other parts that fail, the store behind the failure. */
function partOf({ part, error }: { part?: string; error?: unknown }): string | undefined {
  return isStore(part) ? part : (storeAway(error) ?? part)
}

const states = new WeakMap<Log, Outages>()

/** A part that may be away has answered. */
export const partWorks = (log: Log, part: string): void => states.get(log)?.works(part)
