import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { bulkJobList, bulkJobListInput } from '../../../contracts/bulk-jobs.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { BULK_JOB_COLUMNS, toBulkJob } from './bulk-job-row.ts'
import { dayInIndia } from '../../../platform/india-sql.ts'

/** A page of bulk jobs, newest first. `created_at` is a day in India. */
export async function listBulkJobs({
  ctx,
  input,
}: {
  ctx: SignedInCtx
  input: z.output<typeof bulkJobListInput>
}): Promise<z.input<typeof bulkJobList>> {
  const { page, page_size, status, created_at: day } = input
  let query = ctx.db.selectFrom('bulk_jobs')
  if (status) query = query.where('status', '=', status)
  if (day) query = query.where(sql<SqlBool>`${dayInIndia(sql`created_at`)} = ${day}::date`)
  const { count } = await query.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  const rows = await query
    .select(BULK_JOB_COLUMNS)
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const total_pages = Math.max(1, Math.ceil(count / page_size))
  return {
    count,
    results: rows.map(toBulkJob),
    next_page_number: page < total_pages ? page + 1 : null,
    // From a page past the end one step back leads to the last one.
    previous_page_number: page > 1 ? Math.min(page - 1, total_pages) : null,
    total_pages,
  }
}
