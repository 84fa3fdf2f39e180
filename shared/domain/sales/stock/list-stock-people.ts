import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { CHAIN_ROLES } from '../../../contracts/chain.ts'
import type { StockPerson, stockPeopleInput } from '../../../contracts/stock.ts'
import { typed } from '../../records/lists/export-listed.ts'
import { declareList } from '../../records/lists/declare-list.ts'
import { eachWord, peopleTerm } from '../../records/lists/search-term.ts'
import { matchesMember } from '../chain/list-chain.ts'
import { chainBelow, holderCounts } from './chain-below.ts'
import { resolveStockHolder } from './resolve-stock-holder.ts'

/**
 * The members directly below one (below the company: the top of the chain), newest first, each with the own stock and
 * that of all below. A search of the whole company looks at all members.
 */
export const stockholders = declareList<z.output<typeof stockPeopleInput>, StockPerson>({
  name: 'stock people',
  path: '/api/sales/stock/people/',
  filters: ['under'],
  async listed({ ctx, input }) {
    const top = await resolveStockHolder(ctx, input.under)
    const level = top
      ? sql`u.parent_id = ${top.id}`
      : input.search
        ? sql`u.role in (${sql.join([...CHAIN_ROLES])})`
        : sql`u.role = 'super_distributor'`
    const found = input.search ? eachWord(peopleTerm(input.search), matchesMember) : sql`true`
    return {
      from: sql`users u where u.deleted_at is null and ${level} and ${found}`,
      order: { key: null, id: sql`u.id`, descending: true },
    }
  },
  rows: async ({ db }, ids) => (await peopleWithStock(sql`select unnest(${ids}::bigint[])`).execute(db)).rows,
  fileFrom: ({ from }) => sql`(${peopleWithStock(sql`select u.id from ${from}`)}) u where true`,
  columns: [
    'u.id',
    typed('u.name'),
    typed('u.firm_name'),
    'u.role, u.available, u.activated, u.activated_month',
    ...['people', 'available', 'activated', 'activated_month'].map((name) => `u.below->>'${name}' as below_${name}`),
  ],
})

/** SQL: a row for each of `ids`, a query. */
const peopleWithStock = (ids: RawBuilder<unknown>): RawBuilder<StockPerson> => sql`
  with recursive ${chainBelow(ids)},
  theirs as (
    select top, count(*) filter (where not gone)::int as people, sum(available)::int as available,
      sum(activated)::int as activated, sum(activated_month)::int as activated_month
    from below, lateral ${holderCounts(sql`below.id`)} c group by top
  )
  select u.id, trim(u.first_name || ' ' || u.last_name) as name, coalesce(d.firm_name, '') as firm_name, u.role,
    own.available, own.activated, own.activated_month,
    json_build_object('people', coalesce(t.people, 0), 'available', coalesce(t.available, 0),
      'activated', coalesce(t.activated, 0), 'activated_month', coalesce(t.activated_month, 0)) as below
  from users u left join distributor_profiles d on d.user_id = u.id left join theirs t on t.top = u.id,
    lateral ${holderCounts(sql`u.id`)} own
  where u.id in (select id from tops)`
