import type { IncomingMessage } from 'node:http'
import { readActor } from '@tvarit/shared/domain/people/sessions/read-actor'
import type { Ctx } from '@tvarit/shared/platform/context'
import type { LiveHub } from '../live/live-hub.ts'
import type { ServerMetrics } from './metrics.ts'

/** What stays the same for every request of one process. */
export type ProcessCtx = Omit<Ctx, 'actor' | 'ip' | 'user_agent'> & { live: LiveHub; metrics: ServerMetrics }

export type RequestCtx = Ctx & Pick<ProcessCtx, 'live' | 'metrics'>

/** The context of one HTTP request without a user: for the public pages. */
export function publicContext(base: ProcessCtx, request: IncomingMessage & { ip?: string }): RequestCtx {
  return {
    ...base,
    actor: null,
    ip: request.ip ?? request.socket.remoteAddress ?? null,
    user_agent: request.headers['user-agent']?.slice(0, 200) ?? null,
  }
}

/** The context of one HTTP request, with the user of its bearer token as actor, if there is one. */
export async function requestContext(
  base: ProcessCtx,
  request: IncomingMessage & { ip?: string },
): Promise<RequestCtx> {
  const token = /^Bearer (\S{1,2000})$/i.exec(request.headers.authorization ?? '')?.[1]
  return {
    ...publicContext(base, request),
    actor: token ? await readActor({ ctx: base, access: token }) : null,
  }
}
