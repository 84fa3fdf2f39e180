import { TEXTS } from '../../../contracts/texts.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { findActiveUserByLogin } from '../users/find-user.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { removeSecondFactor } from './remove-second-factor.ts'

/**
 * An admin removes the app of a colleague who lost it; never the own one (that needs a code). The colleague is logged
 * out everywhere and, where the role needs an app, sets up a new one at the next login. NOT_FOUND for users other than
 * staff and admins, CONFLICT for a user without an app.
 */
export function resetSecondFactor({ ctx, input }: VerbArgs<{ id: number }>): Promise<{ detail: string }> {
  if (input.id === ctx.actor.id) throw new DomainError('CONFLICT', TEXTS.second_factor_reset_self)
  return inTransaction(ctx, async (ctx) => {
    const person = await ctx.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', input.id)
      .where('role', 'in', ['staff', 'admin'])
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!person) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
    return forgetApp(ctx, input.id)
  })
}

/** The same from the server's shell, for the last admin: by e-mail or phone number. */
export function resetSecondFactorFromShell({
  ctx,
  input,
}: VerbArgs<{ login: string }, Ctx>): Promise<{ detail: string }> {
  const { login } = input
  return inTransaction(ctx, async (ctx) => {
    const person = await findActiveUserByLogin(ctx.db, login.includes('@') ? { email: login } : { phone_number: login })
    if (!person) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
    return forgetApp(ctx, person.id)
  })
}

async function forgetApp(ctx: Ctx & { db: Tx }, id: number): Promise<{ detail: string }> {
  if (!(await removeSecondFactor(ctx.db, id))) throw new DomainError('CONFLICT', TEXTS.second_factor_none_there)
  await endSessions(ctx.db, { user_id: id }, 'second_factor')
  await writeAudit(ctx, { action: 'second_factor.reset', subject: 'user', subject_id: id })
  return { detail: TEXTS.second_factor_reset_done }
}
