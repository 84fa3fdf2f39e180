import { sql } from 'kysely'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { endSessions } from '../sessions/end-sessions.ts'

/**
 * Removes a staff member or an admin: the row stays for the history, phone and e-mail become free, every session ends
 * and live connections close. Never oneself and never the last admin (CONFLICT), also when two admins remove each other
 * at the same moment. NOT_FOUND for other users. UNAUTHORIZED when the caller was removed a moment ago.
 */
export function removeUser({ ctx, input }: VerbArgs<{ id: number }>): Promise<{ detail: string }> {
  if (input.id === ctx.actor.id) throw new DomainError('CONFLICT', TEXTS.remove_self)
  return inTransaction(ctx, async (ctx) => {
    const admins = await lockAdmins(ctx.db)
    // The actor may have been removed while waiting for the lock.
    if (!admins.includes(ctx.actor.id)) throw new DomainError('UNAUTHORIZED', TEXTS.session_expired)
    if (admins.length === 1 && admins[0] === input.id) throw new DomainError('CONFLICT', TEXTS.remove_last_admin)
    const removed = await ctx.db
      .updateTable('users')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', input.id)
      .where('role', 'in', ['staff', 'admin'])
      .where('deleted_at', 'is', null)
      .returning('role')
      .executeTakeFirst()
    if (!removed) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
    await endSessions(ctx.db, { user_id: input.id }, 'removed')
    await writeAudit(ctx, {
      action: 'user.removed',
      subject: 'user',
      subject_id: input.id,
      detail: { role: removed.role },
    })
    return { detail: TEXTS.user_deleted }
  })
}

async function lockAdmins(db: Tx): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}
