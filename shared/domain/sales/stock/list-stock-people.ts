import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { CHAIN_ROLES } from '../../../contracts/chain.ts'
import type { ListPage } from '../../../contracts/lists.ts'
import type { StockPerson, stockPeopleInput } from '../../../contracts/stock.ts'
import type { ScopedCtx } from '../../../platform/context.ts'
import { exportListed, typed } from '../../ground/exports/export-listed.ts'
import { findPage, type Listed } from '../../ground/lists/find-page.ts'
import { readPage } from '../../ground/lists/read-page.ts'
import { eachWord, peopleTerm } from '../../ground/lists/search-term.ts'
import { matchesMember } from '../chain/list-chain.ts'
import { chainBelow, holderCounts } from './chain-below.ts'
import { resolveStockHolder } from './resolve-stock-holder.ts'

interface Call {
  ctx: ScopedCtx
  input: z.output<typeof stockPeopleInput>
}

/**
 * The members directly below one (below the company: the top of the chain), newest first, each with the own stock and
 * that of all below. A search of the whole company looks at all members.
 */
export async function listStockPeople({ ctx, input }: Call): Promise<ListPage<StockPerson>> {
  const listed = await listedStockPeople({ ctx, input })
  return readPage(input, {
    path: '/api/sales/stock/people/',
    filters: { under: input.under?.toString() },
    order: listed.order,
    find: (range) => findPage(ctx.db, range, listed),
    rows: async (ids) => (await peopleWithStock(sql`select unnest(${ids}::bigint[])`).execute(ctx.db)).rows,
  })
}

/** The same people as a file. */
export async function exportStockPeople({ ctx, input }: Call): Promise<Readable> {
  const { from, order } = await listedStockPeople({ ctx, input })
  const rows = peopleWithStock(sql`select u.id from ${from}`)
  return exportListed(ctx, input, { name: 'stock people', from: sql`(${rows}) u where true`, order, columns: COLUMNS })
}

const COLUMNS = [
  'u.id',
  typed('u.name'),
  typed('u.firm_name'),
  'u.role, u.available, u.activated, u.activated_month',
  ...['people', 'available', 'activated', 'activated_month'].map((name) => `u.below->>'${name}' as below_${name}`),
]

async function listedStockPeople({ ctx, input }: Call): Promise<Listed> {
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
}

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
