import { sql } from 'kysely'
import type { Ctx, VerbArgs } from '../../../platform/context.ts'
import { toBeMade } from './bulk-job-row.ts'

/**
 * Marks a job that will not be tried again as FAILED, with the reason. It has no coupons or all of them. One that was
 * completed before stays so and only notes why its ZIP was not made again.
 */
export async function failBulkJob({
  ctx,
  input,
}: VerbArgs<{ bulk_job_id: number; error: unknown }, Ctx>): Promise<void> {
  const { bulk_job_id, error } = input
  await ctx.db
    .updateTable('bulk_jobs')
    .set({ status: sql`case when status = 'PROCESSING' then 'FAILED' else status end`, last_error: reason(error) })
    .where('id', '=', bulk_job_id)
    .where(toBeMade)
    .execute()
}

/** For the admin: without the folders of the machine it happened on. */
const reason = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .replaceAll(/(?:\/[^\s/'"]+)+\//g, '…/')
    .slice(0, 500)
