import { sql } from 'kysely'
import type { z } from 'zod'
import type { sessionsOutput } from '../../../contracts/second-factor.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { proofToEnd } from './proof-to-end.ts'

/** The caller's active sessions, the one used last on top, and what ending another one asks for. */
export async function listSessions({ ctx }: { ctx: SignedInCtx }): Promise<z.infer<typeof sessionsOutput>> {
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', ctx.actor.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute()
  const sessions = rows.map((row) => ({
    id: row.id,
    user_agent: row.user_agent,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    current: row.id === ctx.actor.session_id,
  }))
  return { proof: (await proofToEnd(ctx)).proof, sessions }
}
