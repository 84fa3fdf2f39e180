import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { spendSecondCode, wrongSecondCode } from '../second-factor/check-second-code.ts'
import { prove } from '../second-factor/prove-again.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { proofToEnd } from './proof-to-end.ts'

/**
 * Ends one of the caller's own sessions, for example on a lost phone. Asks for `proofToEnd` (BAD_REQUEST under `proof`)
 * unless it is the session that calls. Another user's session does not exist here (404).
 */
export async function endSession({ ctx, input }: VerbArgs<{ id: string; proof: string }>): Promise<{ detail: string }> {
  const code = input.id === ctx.actor.session_id ? null : await prove(ctx, await proofToEnd(ctx), input.proof)
  return inTransaction(ctx, async (ctx) => {
    const own = await ctx.db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', input.id)
      .where('user_id', '=', ctx.actor.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (!own) throw new DomainError('NOT_FOUND', TEXTS.session_not_found)
    if (code && !(await spendSecondCode(ctx.db, code))) throw wrongSecondCode('proof')
    await endSessions(ctx.db, { session_id: input.id }, 'logout')
    await writeAudit(ctx, { action: 'session.ended', subject: 'user', subject_id: ctx.actor.id })
    return { detail: 'Session ended.' }
  })
}
