import type { BulkJob } from '../../../contracts/bulk-jobs.ts'
import { inTransaction, type SignedInCtx } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { BULK_JOB_COLUMNS, toBulkJob } from './bulk-job-row.ts'
import { enqueueRun } from './enqueue-run.ts'

interface Input {
  count: number
  request_id?: string | undefined
}

/**
 * Notes a job of `count` coupons and answers at once; the worker makes them (`make-bulk-coupons.ts`). The same
 * `request_id` again is the same job, so that neither a second click nor a lost answer prints stickers twice; CONFLICT
 * when it asks for another count or is somebody else's.
 */
export function createBulkJob({ ctx, input }: { ctx: SignedInCtx; input: Input }): Promise<BulkJob> {
  return inTransaction(ctx, async (ctx) => {
    const job = await ctx.db
      .insertInto('bulk_jobs')
      .values({ count: input.count, created_by: ctx.actor.id, request_id: input.request_id ?? null })
      .onConflict((conflict) => conflict.column('request_id').doNothing())
      .returning([...BULK_JOB_COLUMNS, 'runs'])
      .executeTakeFirst()
    if (!job) return earlier(ctx, input)
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

async function earlier(ctx: SignedInCtx, input: Input): Promise<BulkJob> {
  const job = await ctx.db
    .selectFrom('bulk_jobs')
    .select([...BULK_JOB_COLUMNS, 'created_by'])
    .where('request_id', '=', input.request_id!)
    .executeTakeFirstOrThrow()
  if (job.count !== input.count || job.created_by !== ctx.actor.id) {
    throw new DomainError('CONFLICT', 'This request was made already, for something else.')
  }
  return toBulkJob(job)
}
