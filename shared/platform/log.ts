import os from 'node:os'
import { type DestinationStream, type Logger, pino } from 'pino'
import { BUILD_NAME } from './build.ts'
import { requestId } from './correlation.ts'
import { toLoggable } from './loggable-error.ts'

export type Log = Logger

/**
 * JSON lines on standard output, each with the id of the request it belongs to. Codes, tokens, phone numbers and health
 * data are never passed in, and errors lose the data they quote. The redaction is the last fence.
 */
export function createLog(name: string, level: string, destination?: DestinationStream): Log {
  const options = {
    name,
    level,
    base: { pid: process.pid, hostname: os.hostname(), version: BUILD_NAME },
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
  }
  return destination ? pino(options, destination) : pino(options)
}
