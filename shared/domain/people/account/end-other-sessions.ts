import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { spendSecondCode, wrongSecondCode } from '../second-factor/check-second-code.ts'
import { prove } from '../second-factor/prove-again.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { proofToEnd } from './proof-to-end.ts'

/**
 * Logs the caller out everywhere but here, also out of a login that waits for its second step. Asks for `proofToEnd`
 * (BAD_REQUEST under `proof`).
 */
export async function endOtherSessions({ ctx, input }: VerbArgs<{ proof: string }>): Promise<{ detail: string }> {
  const code = await prove(ctx, await proofToEnd(ctx), input.proof)
  return inTransaction(ctx, async ({ db, ...tx }) => {
    const { id, session_id } = tx.actor
    if (code && !(await spendSecondCode(db, code))) throw wrongSecondCode('proof')
    await db.deleteFrom('login_challenges').where('user_id', '=', id).execute()
    const { length: count } = await endSessions(db, { user_id: id, except: session_id }, 'logout')
    await writeAudit({ ...tx, db }, { action: 'sessions.ended_elsewhere', subject: 'user', subject_id: id })
    return { detail: TEXTS.sessions_ended_elsewhere(count) }
  })
}
