import { inTransaction, type SignedInCtx } from '../../platform/context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { endSessions } from './end-sessions.ts'

/** Ends one of the caller's own sessions, for example on a lost phone. Somebody else's does not exist here (404). */
export function endSession({ ctx, input }: { ctx: SignedInCtx; input: { id: string } }): Promise<{ detail: string }> {
  return inTransaction(ctx, async (ctx) => {
    const own = await ctx.db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', input.id)
      .where('user_id', '=', ctx.actor.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (!own) throw new Refusal('NOT_FOUND', 'Session not found')
    await endSessions(ctx.db, { session_id: input.id }, 'logout')
    await writeAudit(ctx, { action: 'session.ended', subject: 'user', subject_id: ctx.actor.id })
    return { detail: 'Session ended.' }
  })
}
