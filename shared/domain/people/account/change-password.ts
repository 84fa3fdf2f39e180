import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { fieldError, DomainError, throwFieldErrors } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { leakedField } from '../users/leaked-field.ts'
import { hashPassword } from '../users/password.ts'
import { provePassword } from '../second-factor/prove-password.ts'

/**
 * Sets a new password for a user who knows the current one, also an expired first password. All other sessions end.
 * CONFLICT for users who log in with codes only, and when the password was changed at the same moment.
 */
export async function changePassword({
  ctx,
  input,
}: VerbArgs<{ current_password: string; password: string }>): Promise<{ detail: string }> {
  const { id, session_id } = ctx.actor
  const { password_hash, password_expires_at } = await ctx.db
    .selectFrom('users')
    .select(['password_hash', 'password_expires_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!password_hash) throw new DomainError('CONFLICT', TEXTS.password_none)
  await provePassword(ctx, password_hash, input.current_password, 'current_password')
  if (input.password === input.current_password) throw fieldError('password', TEXTS.password_same)
  throwFieldErrors(leakedField(input.password))
  const fresh = await hashPassword(input.password)
  return inTransaction(ctx, async (ctx) => {
    const changed = await ctx.db
      .updateTable('users')
      .set({ password_hash: fresh, password_expires_at: null })
      .where('id', '=', id)
      .where('password_hash', '=', password_hash)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw new DomainError('CONFLICT', TEXTS.password_failed)
    await endSessions(ctx.db, { user_id: id, except: session_id }, 'password')
    // A login that is half done with the old one.
    await ctx.db.deleteFrom('login_challenges').where('user_id', '=', id).execute()
    const detail = password_expires_at ? { first: true } : {}
    await writeAudit(ctx, { action: 'password.changed', subject: 'user', subject_id: id, detail })
    return { detail: TEXTS.password_changed }
  })
}
