import { sql } from 'kysely'
import type { z } from 'zod'
import { indianDay } from '../../../contracts/indian-time.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import type { Statement, statementInput } from '../../../contracts/stock.ts'
import type { ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import { thisMonthInIndia } from '../../../platform/database/india-sql.ts'
import { holderJson } from '../../people/users/holder.ts'
import { salesWithin } from './sales-within.ts'
import { resolveStockHolder } from './resolve-stock-holder.ts'

/** What a holder and all below sold: the last twelve months, and who sold in one of them. */
export async function readStatement({
  ctx,
  input,
}: VerbArgs<z.output<typeof statementInput>, ScopedCtx>): Promise<Statement> {
  const holder = await resolveStockHolder(ctx, input.holder_id)
  const month = input.month ?? indianDay(new Date()).slice(0, 7)
  const top = holder?.id ?? null
  const first = sql`(${thisMonthInIndia} - make_interval(months => ${LIMITS.statement_months - 1}::int))::date`
  const [months, sellers] = await Promise.all([
    sql<Statement['months'][number]>`
      with recursive ${salesWithin(top, sql`month >= ${first}`)},
      months as (select (${thisMonthInIndia} - make_interval(months => ago))::date as month
        from generate_series(0, ${LIMITS.statement_months - 1}::int) ago)
      select to_char(m.month, 'YYYY-MM') as month,
        coalesce(sum(s.activated) filter (where s.own), 0)::int as own,
        coalesce(sum(s.activated) filter (where s.own is not true), 0)::int as below
      from months m left join (
        select month, holder_id = ${top}::bigint as own, sum(activated) as activated from sales group by 1, 2
      ) s on s.month = m.month
      group by m.month order by m.month`.execute(ctx.db),
    sql<{ sellers: Statement['sellers'] | null; count: number }>`
      with recursive ${salesWithin(top, sql`month = ${`${month}-01`}::date`)},
      sold as (select holder_id, activated from sales where activated > 0),
      most as (select * from sold order by activated desc, holder_id limit ${LIMITS.statement_sellers})
      select (select count(*) from sold)::int as count, (select json_agg(
        ${holderJson(sql`most.holder_id`)}::jsonb || jsonb_build_object('activated', activated)
          order by activated desc, holder_id) from most) as sellers`.execute(ctx.db),
  ])
  const { count, sellers: most } = sellers.rows[0]!
  return { holder, months: months.rows, month, sellers: most ?? [], sellers_count: count }
}
