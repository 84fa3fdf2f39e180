import { sql } from 'kysely'
import type { z } from 'zod'
import { LIMITS } from '../../../contracts/limits.ts'
import type { holderInput, Stock } from '../../../contracts/stock.ts'
import type { ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { thisMonthInIndia } from '../../../platform/database/india-sql.ts'
import { readTally } from '../../records/tallies/read-tallies.ts'
import { chainBelow, holderCounts } from './chain-below.ts'
import { isFree } from './move-stock.ts'
import { resolveStockHolder } from './resolve-stock-holder.ts'

/**
 * What one holder has: coupons for sale, voided, activated this month and in all; the same of all below together; and
 * its batches. From kept counts (the migration `stock`); no coupon of the chain is read.
 */
export async function readStock({ ctx, input }: VerbArgs<z.output<typeof holderInput>, ScopedCtx>): Promise<Stock> {
  const holder = await resolveStockHolder(ctx, input.holder_id)
  return holder === null ? readCompany(ctx.db) : { holder, ...(await readHolder(ctx.db, holder.id)) }
}

async function readHolder(db: Db, id: number): Promise<Omit<Stock, 'holder'>> {
  const [own, below, batches] = await Promise.all([
    sql<Omit<Stock, 'holder' | 'below' | 'batches'>>`select * from ${holderCounts(sql`${id}`)} own`.execute(db),
    sql<Stock['below']>`
      with recursive ${chainBelow(sql`select ${id}::bigint`)}
      select count(*) filter (where not gone)::int as people, coalesce(sum(available), 0)::int as available,
        coalesce(sum(activated), 0)::int as activated, coalesce(sum(activated_month), 0)::int as activated_month
      from below, lateral ${holderCounts(sql`below.id`)} theirs`.execute(db),
    sql<Stock['batches'][number]>`
      select s.bulk_job_id, j.name, s.available, s.activated, s.voided
      from stock_counts s left join bulk_jobs j on j.id = s.bulk_job_id
      where s.holder_id = ${id} and (s.available, s.activated, s.voided) <> (0, 0, 0)
      order by s.available > 0 desc, s.bulk_job_id desc nulls last limit ${LIMITS.stock_batches}`.execute(db),
  ])
  return { ...own.rows[0]!, below: below.rows[0]!, batches: batches.rows }
}

/** What the chain has not, from kept counts and the few replacements; its batches from the index `coupons_to_give`. */
async function readCompany(db: Db): Promise<Stock> {
  const [available, used, replaced, chain, batches] = await Promise.all([
    readTally(db, 'coupons.AVAILABLE'),
    readTally(db, 'coupons.USED'),
    // A replacement of a coupon that was sold is used as well, and no second sale.
    sql<{ n: number }>`
      select count(*)::int as n from coupons c join coupons old on old.id = c.replaces_id and old.status = 'USED'
      where c.replaces_id is not null and c.status = 'USED'`.execute(db),
    sql<Stock['below'] & { voided: number }>`
      select (select count(*) from users where deleted_at is null
          and role in ('super_distributor', 'distributor', 'retailer'))::int as people,
        coalesce(sum(available), 0)::int as available, coalesce(sum(voided), 0)::int as voided,
        coalesce(sum(activated), 0)::int as activated,
        (select coalesce(sum(activated), 0) from sales_counts
          where month = ${thisMonthInIndia})::int as activated_month
      from stock_counts`.execute(db),
    sql<Stock['batches'][number]>`
      select j.id as bulk_job_id, j.name, 0 as activated, 0 as voided, (
        select count(*) from coupons c where c.bulk_job_id = j.id and ${isFree(null)})::int as available
      from (select id, name from bulk_jobs j where status in ('COMPLETED', 'PRINTED')
        and exists (select from coupons c where c.bulk_job_id = j.id and ${isFree(null)} offset 0)
        order by id desc limit ${LIMITS.stock_batches}) j order by j.id desc`.execute(db),
  ])
  const { voided, ...below } = chain.rows[0]!
  return {
    holder: null,
    available: available - below.available - voided,
    activated: used - replaced.rows[0]!.n - below.activated,
    activated_month: 0,
    voided: null,
    below,
    batches: batches.rows,
  }
}
