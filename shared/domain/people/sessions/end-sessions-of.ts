import { sql } from 'kysely'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { findActiveUserById } from '../users/find-user.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { endSessions } from './end-sessions.ts'

/**
 * An admin logs another user out everywhere, for a lost phone or a doubt; their consoles close at once and they may log
 * in again. A login that waits for its second step ends too. NOT_FOUND for an unknown user, CONFLICT for oneself.
 */
export function endSessionsOf({ ctx, input }: VerbArgs<{ id: number }>): Promise<{ detail: string }> {
  if (input.id === ctx.actor.id) throw new DomainError('CONFLICT', TEXTS.sessions_end_self)
  return inTransaction(ctx, async (tx) => {
    if (!(await findActiveUserById(tx.db, input.id))) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
    const { count } = await tx.db
      .selectFrom('sessions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', input.id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirstOrThrow()
    await tx.db.deleteFrom('login_challenges').where('user_id', '=', input.id).execute()
    await endSessions(tx.db, { user_id: input.id }, 'admin')
    await writeAudit(tx, { action: 'sessions.ended', subject: 'user', subject_id: input.id, detail: { count } })
    return { detail: count === 0 ? TEXTS.sessions_end_none : TEXTS.sessions_ended(count) }
  })
}
