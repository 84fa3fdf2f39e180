import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { StatementExport } from '../../../contracts/stock.ts'
import type { ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import { csvCell } from '../../records/lists/csv-cell.ts'
import { openExport } from '../../records/lists/open-export.ts'
import { salesWithin } from './sales-within.ts'
import { resolveStockHolder } from './resolve-stock-holder.ts'

/**
 * Who sold how many by month, as CSV: the one named (left out: the caller) and all below, for an admin everyone. Also those who left. Audited
 * before the first row leaves.
 */
export async function exportStatement({ ctx, input }: VerbArgs<StatementExport, ScopedCtx>): Promise<Readable> {
  const top = (await resolveStockHolder(ctx, input.holder_id))?.id ?? null
  // COPY takes no parameters: the months match their pattern, the id is a number.
  const query = sql`
    with recursive ${salesWithin(top, sql`month between ${sql.lit(`${input.from}-01`)}::date and ${sql.lit(`${input.to}-01`)}::date`)}
    select to_char(s.month, 'YYYY-MM') as month, u.id as partner_id,
      ${sql.raw(csvCell(`trim(u.first_name || ' ' || u.last_name)`))} as partner,
      ${sql.raw(csvCell('d.firm_name'))} as firm_name, u.role as level,
      ${sql.raw(csvCell(`trim(p.first_name || ' ' || p.last_name)`))} as registered_by, s.activated
    from sales s join users u on u.id = s.holder_id
    left join distributor_profiles d on d.user_id = u.id left join users p on p.id = u.parent_id
    where s.activated > 0
    order by s.month, s.activated desc, u.id`.compile(ctx.db)
  return openExport(ctx, query.sql, {
    action: 'sales.exported',
    subject: 'user',
    subject_id: ctx.actor.id,
    detail: input,
  })
}
