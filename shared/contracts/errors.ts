import { z } from 'zod'

/**
 * The closed set of domain errors a verb may throw. Each has exactly one HTTP status and one tRPC code; anything else that is
 * thrown is a fault of ours and says nothing outside.
 */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** The documented shape of a domain error on the REST side: one of these keys, or an array of messages per field. */
export type ErrorBody = { detail: string } | { non_field_errors: string[] } | Record<string, string[]>

/** An answer of one sentence: what was done, or why not. */
export const detailAnswer = z.object({ detail: z.string() })
