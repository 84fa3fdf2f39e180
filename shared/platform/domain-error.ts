import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../contracts/errors.ts'

/**
 * A domain error of a verb: one code of the closed set and the body the caller sees. Anything else that is thrown is
 * our fault, becomes 500 outside and goes to the log whole.
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly body: ErrorBody
  readonly retry_after_seconds: number | undefined

  constructor(code: ErrorCode, what: string | ErrorBody, options: { retry_after_seconds?: number } = {}) {
    const body = typeof what === 'string' ? { detail: what } : what
    super(firstMessage(body))
    this.code = code
    this.body = body
    this.retry_after_seconds = options.retry_after_seconds
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** A domain error that belongs to one field of a form. */
export const fieldError = (field: string, message: string, code: ErrorCode = 'BAD_REQUEST'): DomainError =>
  new DomainError(code, { [field]: [message] })

/** Rejects a form when there is something to say under its fields. */
export function throwFieldErrors(fields: Record<string, string[]>): void {
  if (Object.keys(fields).length > 0) throw new DomainError('BAD_REQUEST', fields)
}

function firstMessage(body: ErrorBody): string {
  const first = Object.values(body)[0]
  return (Array.isArray(first) ? first[0] : first) ?? 'Rejected'
}
