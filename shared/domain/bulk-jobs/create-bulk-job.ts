import type { BulkJob } from '../../contracts/bulk-jobs.ts'
import { inTransaction, type SignedInCtx } from '../../platform/context.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { BULK_JOB_COLUMNS, toBulkJob } from './bulk-job-row.ts'
import { enqueueRun } from './enqueue-run.ts'

/** Notes a job of `count` coupons and answers at once; the worker makes them (`make-bulk-coupons.ts`). */
export function createBulkJob({ ctx, input }: { ctx: SignedInCtx; input: { count: number } }): Promise<BulkJob> {
  return inTransaction(ctx, async (ctx) => {
    const job = await ctx.db
      .insertInto('bulk_jobs')
      .values({ count: input.count, created_by: ctx.actor.id })
      .returning([...BULK_JOB_COLUMNS, 'runs'])
      .executeTakeFirstOrThrow()
    await enqueueRun(ctx.db, job)
    await writeAudit(ctx, {
      action: 'bulk_job.created',
      subject: 'bulk_job',
      subject_id: job.id,
      detail: { count: job.count },
    })
    return toBulkJob(job)
  })
}
