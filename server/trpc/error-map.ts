import type { ErrorBody, ErrorCode } from '@tvarit/shared/contracts/errors'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import { DatabaseAwayError } from '@tvarit/shared/platform/database/prepared-statements'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { z } from 'zod'

/** The one map from a domain error to tRPC; HTTP takes the status from the same code (`ERROR_STATUS`). */
const TRPC_CODE = {
  BAD_REQUEST: 'BAD_REQUEST',
  UNAUTHORIZED: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'CONFLICT',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  TOO_MANY_REQUESTS: 'TOO_MANY_REQUESTS',
  SERVICE_UNAVAILABLE: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<ErrorCode, TRPCError['code']>

/** The tRPC error of a domain error. */
export const toTrpcError = (domainError: DomainError): TRPCError =>
  new TRPCError({ code: TRPC_CODE[domainError.code], message: domainError.message, cause: domainError })

export interface OutsideError {
  status: number
  body: ErrorBody
  retry_after_seconds?: number
  /** True when the cause is ours and belongs in the log. */
  unexpected: boolean
}

/** The answer to anything that was thrown, as callers may see it. */
export function toOutside(error: unknown): OutsideError {
  const cause = error instanceof TRPCError && error.cause ? error.cause : error
  if (cause instanceof DomainError) {
    const wait = cause.retry_after_seconds
    return { status: cause.status, body: cause.body, unexpected: false, ...(wait ? { retry_after_seconds: wait } : {}) }
  }
  if (cause instanceof z.ZodError) return { status: 400, body: fieldErrors(cause), unexpected: false }
  if (error instanceof TRPCError && getHTTPStatusCodeFromError(error) < 500) {
    return { status: getHTTPStatusCodeFromError(error), body: { detail: error.message }, unexpected: false }
  }
  if (isUnstorableText(cause)) {
    return { status: 400, body: { detail: 'The text has a character that cannot be stored.' }, unexpected: false }
  }
  if (isConnectionTrouble(cause)) {
    return {
      status: 503,
      body: { detail: 'The service is busy. Please try again in a moment.' },
      retry_after_seconds: 2,
      unexpected: true,
    }
  }
  return { status: 500, body: { detail: TEXTS.something_wrong }, unexpected: true }
}

/** `{field: [messages]}`; problems of the whole input are `non_field_errors`. */
export function fieldErrors(error: z.ZodError): ErrorBody {
  // Without a prototype: a field may be called `constructor` or `__proto__`.
  const body = Object.create(null) as Record<string, string[]>
  for (const issue of error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : null
    const fields = unknown ?? [issue.path.length > 0 ? issue.path.join('.') : 'non_field_errors']
    for (const field of fields) {
      const messages = (body[field] ??= [])
      const message = unknown ? 'Unknown field.' : issue.message
      if (!messages.includes(message)) messages.push(message)
    }
  }
  return body
}

/** PostgreSQL keeps no NUL character, neither in text (22021) nor in JSON (22P05), and no half of a surrogate pair in JSON. */
function isUnstorableText(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return code === '22021' || code === '22P05' || (code === '22P02' && String(message).endsWith('type json'))
}

/**
 * The database cannot be reached or entered, for any reason: its name, the network, the password, no room for one more
 * connection. Or the connection was lost on the way, or it is not the primary yet (25006).
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAwayError) return true
  const { code, message } = failureOf(error)
  return (
    /^(E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NETDOWN)|57P0[1-5]|08\w{3}|25006)$/.test(
      code,
    ) || /Connection terminated|is not queryable|Query read timeout/i.test(message)
  )
}

/** The database is away, has no room, or gave up on a statement or a lock that took too long: worth trying again. */
function isConnectionTrouble(error: unknown): boolean {
  const { code, message } = failureOf(error)
  return (
    isDatabaseAway(error) ||
    /^(53\w{3}|40001|40P01|57014|55P03|25P0[34])$/.test(code) ||
    message.includes('timeout exceeded when trying to connect')
  )
}

function failureOf(error: unknown): { code: string; message: string } {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return { code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' }
}
