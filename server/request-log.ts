import { randomUUID } from 'node:crypto'
import { withRequestId } from '@tvarit/shared/platform/log/correlation'
import type { Request, RequestHandler } from 'express'
import type { ProcessCtx } from './context/request-context.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** Requested every few seconds, by probes and by thousands of phones: logged at `debug` only. */
const QUIET = new Set(['/healthz', '/readyz', '/api/drive/:token/position', 'file'])

/**
 * Gives every request an id (`x-request-id`; a trusted proxy may bring its own) and logs one line at its end. All its
 * log lines and jobs carry the id. The line has the route's template, never the URL, since tokens stand in URLs. Counts
 * the request for the metrics.
 */
export function requestLog(
  base: Pick<ProcessCtx, 'log' | 'metrics' | 'config'>,
  procedures: ReadonlySet<string>,
): RequestHandler {
  return (request, response, next) => {
    const began = performance.now()
    const brought = request.headers['x-request-id']
    const trusted = base.config.TRUST_PROXY > 0 && typeof brought === 'string' && UUID.test(brought)
    const id = trusted ? brought : randomUUID()
    response.setHeader('x-request-id', id)
    withRequestId(id, () => {
      response.on('close', () => {
        const ms = performance.now() - began
        const route = routeOf(request, procedures)
        const { method } = request
        const status = response.writableFinished ? response.statusCode : 499
        base.metrics.request_answered({
          route,
          method: METHODS.has(method) ? method : 'other',
          status,
          seconds: ms / 1000,
        })
        const level = status >= 500 ? 'warn' : QUIET.has(route) ? 'debug' : 'info'
        base.log[level]({ request_id: id, method, route, status, ms: Math.round(ms * 10) / 10 }, 'request')
      })
      next()
    })
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** One of the routes that exist, so that no caller can make the metrics grow. */
function routeOf(request: Request, procedures: ReadonlySet<string>): string {
  const path = request.originalUrl.split('?', 1)[0]!
  if (path.startsWith('/trpc/')) {
    const names = path.slice('/trpc/'.length).split(',')
    if (names.length > 1) return '/trpc/batch'
    return procedures.has(names[0]!) ? `/trpc/${names[0]}` : '/trpc/unknown'
  }
  const template: unknown = (request.route as { path?: unknown } | undefined)?.path
  if (typeof template === 'string') return template
  return path.startsWith('/api/') ? '/api/unknown' : 'file'
}
