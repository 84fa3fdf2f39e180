import { sql } from 'kysely'
import type { ChainRole, ChainRow } from '../../../contracts/chain.ts'
import type { ListQuery } from '../../../contracts/lists.ts'
import type { ScopedCtx } from '../../../platform/context.ts'
import { moment, typed } from '../../records/lists/export-listed.ts'
import { declareList } from '../../records/lists/declare-list.ts'
import { eachWord, peopleTerm } from '../../records/lists/search-term.ts'
import { subtree } from '../../records/lists/subtree.ts'
import { PERSON_COLUMNS, usersOf } from '../../records/lists/users-of.ts'

const ofProfile = (column: string) => `(select d.${column} from distributor_profiles d where d.user_id = u.id)`

const declare = (role: ChainRole, path: string) =>
  declareList<ListQuery, ChainRow>({
    name: role,
    path,
    listed: ({ ctx, input }) => usersOf(ctx.db, role, within(ctx, input), input.sort),
    async rows({ db }, ids) {
      const rows = await db
        .selectFrom('users as u')
        .leftJoin('distributor_profiles as d', 'd.user_id', 'u.id')
        .select(['u.id', 'u.email', 'u.phone_number', 'u.password_expires_at'])
        .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'))
        .select(sql<string>`coalesce(d.firm_name, '')`.as('firm_name'))
        .where('u.id', 'in', ids)
        .execute()
      return rows.map((row) => ({ ...row, password_expires_at: row.password_expires_at?.toISOString() ?? null }))
    },
    // No identity numbers.
    columns: [
      ...PERSON_COLUMNS,
      typed(ofProfile('firm_name'), 'firm_name'),
      typed(ofProfile('district'), 'district'),
      `${ofProfile('state')} as state`,
      moment('u.created_at'),
    ],
  })

/**
 * The levels of the sales chain, newest first or by name; search by name, e-mail, phone number or firm. With scope `chain` only
 * those below the caller, at any depth.
 */
export const chain = {
  super_distributor: declare('super_distributor', '/api/sales/super-distributors/'),
  distributor: declare('distributor', '/api/sales/distributors/'),
  retailer: declare('retailer', '/api/sales/retailers/'),
} as const satisfies Record<ChainRole, unknown>

function within({ scope, actor }: ScopedCtx, { search }: ListQuery) {
  const conditions = [
    ...(scope === 'all' ? [] : [sql`u.id in (${subtree(actor.id)})`]),
    ...(search ? [eachWord(peopleTerm(search), matchesMember)] : []),
  ]
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : null
}

// The empty text keeps the trigram index of all subscribers out of a search among the chain.
export const matchesMember = (pattern: string) => sql`((u.search || '') like ${pattern} or exists (
  select from distributor_profiles d where d.user_id = u.id and fold_text(d.firm_name) like ${pattern}))`
