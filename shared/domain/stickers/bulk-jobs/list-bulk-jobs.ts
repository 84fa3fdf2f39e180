import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { BulkJobListInput, bulkJobList } from '../../../contracts/bulk-jobs.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { BULK_JOB_COLUMNS, toBulkJob } from './bulk-job-row.ts'
import { dayInIndia } from '../../../platform/database/india-sql.ts'
import { exportListed, moment } from '../../records/lists/export-listed.ts'
import { findPage, type Listed } from '../../records/lists/find-page.ts'
import { orderOf } from '../../records/lists/order.ts'
import { inOrder } from '../../records/lists/read-page.ts'

/** A page of bulk jobs, newest first if not asked otherwise. A page afterCursor the last one is the last one. `created_at` is a day in India. */
export async function listBulkJobs({ ctx, input }: VerbArgs<BulkJobListInput>): Promise<z.input<typeof bulkJobList>> {
  const { page, page_size } = input
  const range = { from: null, backwards: false, offset: (page - 1) * page_size, limit: page_size }
  const { cursors, count } = await findPage(ctx.db, range, listedBulkJobs(input))
  const total_pages = Math.max(1, Math.ceil(count / page_size))
  if (page > total_pages) return listBulkJobs({ ctx, input: { ...input, page: total_pages } })
  const ids = cursors.map(([id]) => Number(id))
  const rows = await ctx.db
    .selectFrom('bulk_jobs')
    .select(BULK_JOB_COLUMNS)
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute()
  return {
    count,
    results: inOrder(ids, rows).map(toBulkJob),
    next_page_number: page < total_pages ? page + 1 : null,
    previous_page_number: page > 1 ? page - 1 : null,
    total_pages,
  }
}

/** The bulk jobs as listed, as a file. */
export const exportBulkJobs = ({ ctx, input }: VerbArgs<BulkJobListInput>): Promise<Readable> =>
  exportListed(ctx, input, { name: 'bulk jobs', ...listedBulkJobs(input), columns: COLUMNS })

const COLUMNS = [
  'j.id, j.count, j.status',
  ...['j.created_at', 'j.completed_at', 'j.printed_at'].map((column) => moment(column)),
]

const listedBulkJobs = ({ status, created_at: day, sort }: BulkJobListInput): Listed => ({
  from: sql`bulk_jobs j where ${status ? sql`j.status = ${status}` : sql`true`}
    and ${day ? sql`${dayInIndia(sql`j.created_at`)} = ${day}::date` : sql`true`}`,
  order: orderOf(sort ?? '-created_at', sql`j.id`, { created_at: null }),
})
