import { DomainError } from '@tvarit/shared/platform/domain-error'
import { TRPCError } from '@trpc/server'
import { toOutside } from './error-map.ts'
import type { RequestCtx } from '../context/request-context.ts'

/** Counts and logs what the procedure at `path` threw: a domain error, or a fault of ours. */
export function noteFailure(ctx: Pick<RequestCtx, 'metrics' | 'log' | 'actor'>, path: string, error: unknown): void {
  const cause = error instanceof TRPCError ? (error.cause ?? error) : error
  if (toOutside(error).unexpected) {
    ctx.metrics.procedure_failed(path)
    ctx.log.error({ error: cause, path }, 'procedure failed')
    return
  }
  const code = cause instanceof DomainError ? cause.code : error instanceof TRPCError ? error.code : 'BAD_REQUEST'
  ctx.metrics.rejected(path, code)
  ctx.log.info({ path, code, user_id: ctx.actor?.id ?? null }, 'rejected')
}
