import { sql } from 'kysely'
import { CHAIN_ROLES } from '../../../contracts/chain.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type ScopedCtx, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { endSessions } from '../../people/sessions/end-sessions.ts'
import { rejectWithStock } from './reject-with-stock.ts'
import { withinReach } from './within-reach.ts'

/**
 * Removes a member of the chain: the row stays for the history, phone and e-mail become free, every session ends. An
 * admin removes any member, the others their own direct children; others do not exist here (NOT_FOUND).
 *
 * A member with active children or with stock stays (CONFLICT with the number), also when a child is registered or stock
 * given at the same moment: this locks the row, the others lock it shared (`register-subordinate.ts`, `move-stock.ts`).
 */
export function deleteChainMember({ ctx, input }: VerbArgs<{ id: number }, ScopedCtx>): Promise<{ detail: string }> {
  return inTransaction(ctx, async (ctx) => {
    const member = await ctx.db
      .selectFrom('users as u')
      .select('u.role')
      .where('u.id', '=', input.id)
      .where('u.role', 'in', CHAIN_ROLES)
      .where('u.deleted_at', 'is', null)
      .where(withinReach(ctx))
      .forUpdate()
      .executeTakeFirst()
    if (!member) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
    const { children } = await ctx.db
      .selectFrom('users')
      .select(sql<number>`count(*)`.as('children'))
      .where('parent_id', '=', input.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (children > 0) throw new DomainError('CONFLICT', TEXTS.has_children(children))
    await rejectWithStock(ctx.db, input.id)
    await ctx.db
      .updateTable('users')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', input.id)
      .execute()
    await endSessions(ctx.db, { user_id: input.id }, 'removed')
    await writeAudit(ctx, {
      action: 'chain.removed',
      subject: 'user',
      subject_id: input.id,
      detail: { role: member.role },
    })
    return { detail: member.role === 'retailer' ? TEXTS.retailer_deleted : TEXTS.distributor_deleted }
  })
}
