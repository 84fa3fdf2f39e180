import { sql } from 'kysely'
import type { ChainRole, ChainRow } from '../../../contracts/chain.ts'
import type { ListPage, ListQuery } from '../../../contracts/lists.ts'
import type { ScopedCtx } from '../../../platform/context.ts'
import type { Listed } from '../../ground/lists/find-page.ts'
import { readPage } from '../../ground/lists/read-page.ts'
import { eachWord, peopleTerm } from '../../ground/lists/search-term.ts'
import { subtree } from '../../ground/lists/subtree.ts'
import { findUserPage, usersOf } from '../../ground/lists/find-user-page.ts'

const PATHS = {
  super_distributor: '/api/sales/super-distributors/',
  distributor: '/api/sales/distributors/',
  retailer: '/api/sales/retailers/',
} as const satisfies Record<ChainRole, string>

interface ChainListing {
  ctx: ScopedCtx
  input: ListQuery & { role: ChainRole }
}

/**
 * One level of the sales chain, newest first or by name; search by name, e-mail, phone number or firm. With scope `chain` only
 * those below the caller, at any depth.
 */
export function listChain({ ctx, input }: ChainListing): Promise<ListPage<ChainRow>> {
  const listed = listedChain({ ctx, input })
  return readPage(input, {
    path: PATHS[input.role],
    order: listed.order,
    find: (range) => findUserPage(ctx.db, range, listed, ctx.scope === 'all' && !input.search ? input.role : null),
    async rows(ids) {
      const rows = await ctx.db
        .selectFrom('users as u')
        .leftJoin('distributor_profiles as d', 'd.user_id', 'u.id')
        .select(['u.id', 'u.email', 'u.phone_number', 'u.password_expires_at'])
        .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'))
        .select(sql<string>`coalesce(d.firm_name, '')`.as('firm_name'))
        .where('u.id', 'in', ids)
        .execute()
      return rows.map((row) => ({ ...row, password_expires_at: row.password_expires_at?.toISOString() ?? null }))
    },
  })
}

/** What a list of the chain holds for this caller. */
export function listedChain({ ctx, input }: ChainListing): Listed {
  const conditions = [
    ...(ctx.scope === 'all' ? [] : [sql`u.id in (${subtree(ctx.actor.id)})`]),
    ...(input.search ? [eachWord(peopleTerm(input.search), matchesMember)] : []),
  ]
  return usersOf(input.role, conditions.length > 0 ? sql.join(conditions, sql` and `) : null, input.sort)
}

// The empty text keeps the trigram index of all subscribers out of a search among the chain.
export const matchesMember = (pattern: string) => sql`((u.search || '') like ${pattern} or exists (
  select from distributor_profiles d where d.user_id = u.id and fold_text(d.firm_name) like ${pattern}))`
