import { type Logger, pino } from 'pino'

export type Log = Logger

/**
 * JSON lines on standard output. What must never be written (codes, tokens, phone numbers, health) is not passed in;
 * the redaction is the second fence.
 */
export function createLog(name: string, level: string): Log {
  return pino({
    name,
    level,
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
    serializers: { error: pino.stdSerializers.err },
  })
}
