import { sql } from 'kysely'
import type { z } from 'zod'
import type { StockMove, stockMovesInput } from '../../../contracts/stock.ts'
import { moment, typed } from '../../records/lists/export-listed.ts'
import { declareList } from '../../records/lists/declare-list.ts'
import { findMoves } from './find-moves.ts'
import { resolveStockHolder } from './resolve-stock-holder.ts'

const nameOf = (id: string) => `(select trim(u.first_name || ' ' || u.last_name) from users u where u.id = ${id})`

/** The paper trail of one holder, newest first; of the company: all transfers. */
export const moves = declareList<z.output<typeof stockMovesInput>, StockMove>({
  name: 'stock moves',
  path: '/api/sales/stock/moves/',
  filters: ['holder_id'],
  async listed({ ctx, input }) {
    const holder = await resolveStockHolder(ctx, input.holder_id)
    const whose = holder ? sql`(m.from_id = ${holder.id} or m.to_id = ${holder.id})` : sql`true`
    return { from: sql`stock_moves m where ${whose}`, order: { key: null, id: sql`m.id`, descending: true } }
  },
  rows: (ctx, ids) => findMoves(ctx.db, ids),
  columns: [
    'm.id',
    moment('m.created_at'),
    'm.from_id',
    typed(`coalesce(${nameOf('m.from_id')}, 'Company')`, '"from"'),
    'm.to_id',
    typed(`coalesce(${nameOf('m.to_id')}, 'Company')`, '"to"'),
    'm.bulk_job_id as batch_id',
    typed('(select j.name from bulk_jobs j where j.id = m.bulk_job_id)', 'batch'),
    `(select string_agg(concat_ws('-', lower(r), nullif(upper(r) - 1, lower(r))), ' ' order by r)
    from unnest(m.numbers) r) as numbers`,
    'm.count',
    typed('m.note'),
    typed(nameOf('m.moved_by'), 'moved_by'),
  ],
})
