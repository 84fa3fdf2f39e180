import type { AppRouter } from '@tvarit/server/routers/app-router'
import type { ErrorBody } from '@tvarit/shared/contracts/errors'
import { TRPCClientError } from '@trpc/client'

/** What the server said, or null when it said nothing (network failure, our own fault). */
export function errorBody(error: unknown): ErrorBody | null {
  return error instanceof TRPCClientError ? ((error as TRPCClientError<AppRouter>).data?.body ?? null) : null
}

/** HTTP status of a rejection, 0 when the server was not reached. */
export function errorStatus(error: unknown): number {
  return error instanceof TRPCClientError ? ((error as TRPCClientError<AppRouter>).data?.httpStatus ?? 0) : 0
}

/** `{field: first message}`, without `detail` and `non_field_errors`. */
export function fieldMessages(error: unknown): Record<string, string> {
  const body = errorBody(error)
  if (!body || 'detail' in body) return {}
  const fields = Object.entries(body as Record<string, string[]>).filter(([field]) => field !== 'non_field_errors')
  return Object.fromEntries(fields.flatMap(([field, messages]) => (messages[0] ? [[field, messages[0]]] : [])))
}

/**
 * The sentence to show: the server's detail, its first non-field error, its first field error (in the order of
 * `fields` when given), otherwise `fallback`. A fault of the server (5xx) gives the fallback too.
 */
export function errorText(error: unknown, fallback: string, fields: readonly string[] = []): string {
  const body = errorBody(error)
  if (!body || errorStatus(error) >= 500) return fallback
  if ('detail' in body && typeof body.detail === 'string') return body.detail
  const lists = body as Record<string, string[] | undefined>
  const named = fields.map((field) => lists[field]?.[0]).find(Boolean)
  return lists.non_field_errors?.[0] ?? named ?? Object.values(lists).find((list) => list?.[0])?.[0] ?? fallback
}
