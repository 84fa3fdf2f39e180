import { sql } from 'kysely'
import { CHAIN_ROLES } from '../../../contracts/chain.ts'
import type { Holder } from '../../../contracts/stock.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { ScopedCtx } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { holderJson } from '../../people/users/holder.ts'
import { withinReach } from '../chain/within-reach.ts'

/**
 * Whose stock is meant: the member named, the caller, or null for the company, which only an admin means. Members out of
 * reach or removed do not exist here (NOT_FOUND).
 */
export async function resolveStockHolder(ctx: ScopedCtx, id: number | undefined): Promise<Holder | null> {
  const wanted = id ?? (ctx.scope === 'all' ? null : ctx.actor.id)
  if (wanted === null) return null
  const row = await ctx.db
    .selectFrom('users as u')
    .select(sql<Holder>`${holderJson(sql`u.id`)}`.as('holder'))
    .where('u.id', '=', wanted)
    .where('u.role', 'in', CHAIN_ROLES)
    .where('u.deleted_at', 'is', null)
    .where(withinReach(ctx))
    .executeTakeFirst()
  if (!row) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  return row.holder
}
