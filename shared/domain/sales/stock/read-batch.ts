import { sql } from 'kysely'
import type { z } from 'zod'
import type { StockBatch, stockBatchInput } from '../../../contracts/stock.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { dayInIndia } from '../../../platform/database/india-sql.ts'
import { rangesText } from './ranges-text.ts'
import { resolveStockHolder } from './resolve-stock-holder.ts'

const NEWEST = 20

/**
 * Which numbers of a batch one holder has, by what became of them. The number of a coupon is its place in the batch, as
 * in the manifest and on the sheets. NOT_FOUND for a batch of which the holder has none, and while it is made.
 */
export async function readBatch({
  ctx,
  input,
}: VerbArgs<z.output<typeof stockBatchInput>, ScopedCtx>): Promise<StockBatch> {
  const holder = await resolveStockHolder(ctx, input.holder_id)
  const { rows } = await sql<{
    name: string | null
    count: number
    parts: Record<'available' | 'activated' | 'voided', { count: number; numbers: string | null }>
    newest: StockBatch['newest_activated'] | null
  }>`
    with numbered as (
      select c.*, row_number() over (order by id)::int as number from coupons c where bulk_job_id = ${input.id}
    ),
    own as (
      select *, case when status = 'USED' then 'activated' when voided_at is null then 'available' else 'voided' end as part
      from numbered where holder_id is not distinct from ${holder?.id ?? null}::bigint
    ),
    parts as (
      select part, count(*) as count, range_agg(int4range(number, number, '[]'))::text as numbers from own group by part
    ),
    newest as (
      select serial_number, number, ${dayInIndia(sql`used_at`)} as day from own
      where part = 'activated' order by used_at desc, number limit ${NEWEST}
    )
    select j.name, (select count(*) from own) as count,
      (select coalesce(json_object_agg(part, json_build_object('count', count, 'numbers', numbers)), '{}') from parts) as parts,
      (select json_agg(newest) from newest) as newest
    from bulk_jobs j where j.id = ${input.id} and j.status in ('COMPLETED', 'PRINTED')`.execute(ctx.db)
  const batch = rows[0]
  if (!batch || batch.count === 0) throw new DomainError('NOT_FOUND', TEXTS.stock_batch_unknown)
  const part = (name: keyof typeof batch.parts) => ({
    count: batch.parts[name]?.count ?? 0,
    numbers: rangesText(batch.parts[name]?.numbers ?? null),
  })
  return {
    id: input.id,
    name: batch.name,
    available: part('available'),
    activated: part('activated'),
    voided: part('voided'),
    newest_activated: batch.newest ?? [],
  }
}
