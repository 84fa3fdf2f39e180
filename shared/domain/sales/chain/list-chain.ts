import { sql } from 'kysely'
import type { ChainRole, ChainRow } from '../../../contracts/chain.ts'
import type { ListPage, ListQuery } from '../../../contracts/lists.ts'
import type { Scope } from '../../../contracts/permissions.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { idKey } from '../../ground/lists/order.ts'
import { inOrder, readPage } from '../../ground/lists/read-page.ts'
import { peopleTerm } from '../../ground/lists/search-term.ts'
import { subtree } from '../../ground/lists/subtree.ts'
import { userKeys } from '../../ground/lists/user-keys.ts'

const PATHS = {
  super_distributor: '/api/sales/super-distributors/',
  distributor: '/api/sales/distributors/',
  retailer: '/api/sales/retailers/',
} as const satisfies Record<ChainRole, string>

/**
 * One level of the sales chain, newest first; search by name, e-mail, phone number or firm. With scope `chain` only
 * those below the caller, at any depth.
 */
export function listChain({
  ctx,
  input,
}: {
  ctx: SignedInCtx & { scope: Scope }
  input: ListQuery & { role: ChainRole }
}): Promise<ListPage<ChainRow>> {
  const conditions = [
    ...(ctx.scope === 'all' ? [] : [sql`u.id in (${subtree(ctx.actor.id)})`]),
    ...(input.search ? [matches(peopleTerm(input.search).pattern)] : []),
  ]
  return readPage(input, {
    path: PATHS[input.role],
    key: idKey,
    find: (range) =>
      userKeys(ctx.db, range, input.role, conditions.length > 0 ? sql.join(conditions, sql` and `) : null),
    async rows(keys) {
      const ids = keys.map(([id]) => id)
      const rows = await ctx.db
        .selectFrom('users as u')
        .leftJoin('distributor_profiles as d', 'd.user_id', 'u.id')
        .select(['u.id', 'u.email', 'u.phone_number', 'u.password_expires_at'])
        .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'))
        .select(sql<string>`coalesce(d.firm_name, '')`.as('firm_name'))
        .where('u.id', 'in', ids)
        .execute()
      const shown = rows.map((row) => ({ ...row, password_expires_at: row.password_expires_at?.toISOString() ?? null }))
      return inOrder(ids, shown, (row) => row.id)
    },
  })
}

// The empty text keeps the trigram index of all subscribers out of a search among the chain.
const matches = (pattern: string) => sql`((u.search || '') like ${pattern} or exists (
  select from distributor_profiles d where d.user_id = u.id and lower(d.firm_name) like ${pattern}))`
