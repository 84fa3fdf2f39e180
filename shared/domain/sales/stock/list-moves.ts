import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ListPage } from '../../../contracts/lists.ts'
import type { StockMove, stockMovesInput } from '../../../contracts/stock.ts'
import type { ScopedCtx } from '../../../platform/context.ts'
import { exportListed, moment, typed } from '../../ground/exports/export-listed.ts'
import { findPage, type Listed } from '../../ground/lists/find-page.ts'
import { readPage } from '../../ground/lists/read-page.ts'
import { findMoves } from './find-moves.ts'
import { resolveStockHolder } from './resolve-stock-holder.ts'

interface Call {
  ctx: ScopedCtx
  input: z.output<typeof stockMovesInput>
}

/** The paper trail of one holder, newest first; of the company: all transfers. */
export async function listMoves({ ctx, input }: Call): Promise<ListPage<StockMove>> {
  const listed = await listedMoves({ ctx, input })
  return readPage(input, {
    path: '/api/sales/stock/moves/',
    filters: { holder_id: input.holder_id?.toString() },
    order: listed.order,
    find: (range) => findPage(ctx.db, range, listed),
    rows: (ids) => findMoves(ctx.db, ids),
  })
}

/** The same transfers as a file. */
export const exportMoves = async ({ ctx, input }: Call): Promise<Readable> =>
  exportListed(ctx, input, { name: 'stock moves', ...(await listedMoves({ ctx, input })), columns: COLUMNS })

const nameOf = (id: string) => `(select trim(u.first_name || ' ' || u.last_name) from users u where u.id = ${id})`
const COLUMNS = [
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
]

async function listedMoves({ ctx, input }: Call): Promise<Listed> {
  const holder = await resolveStockHolder(ctx, input.holder_id)
  const whose = holder ? sql`(m.from_id = ${holder.id} or m.to_id = ${holder.id})` : sql`true`
  return { from: sql`stock_moves m where ${whose}`, order: { key: null, id: sql`m.id`, descending: true } }
}
