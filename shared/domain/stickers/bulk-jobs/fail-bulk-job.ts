import type { Ctx, VerbArgs } from '../../../platform/context.ts'

/** Marks a job that will not be tried again as FAILED, with the reason. It has no coupons or all of them. */
export async function failBulkJob({
  ctx,
  input,
}: VerbArgs<{ bulk_job_id: number; error: unknown }, Ctx>): Promise<void> {
  const { bulk_job_id, error } = input
  await ctx.db
    .updateTable('bulk_jobs')
    .set({ status: 'FAILED', last_error: reason(error) })
    .where('id', '=', bulk_job_id)
    .where('status', '=', 'PROCESSING')
    .execute()
}

/** For the admin: without the folders of the machine it happened on. */
const reason = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .replaceAll(/(?:\/[^\s/'"]+)+\//g, '…/')
    .slice(0, 500)
