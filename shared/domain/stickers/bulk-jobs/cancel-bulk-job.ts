import { sql } from 'kysely'
import type { BulkJob } from '../../../contracts/bulk-jobs.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type SignedInCtx, type VerbArgs } from '../../../platform/context.ts'
import { isForeignKeyViolation } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { BULK_JOB_COLUMNS, toBulkJob } from './bulk-job-row.ts'
import { findBulkJob } from './find-bulk-job.ts'

/**
 * Stops a running job: it is FAILED, and its coupons, which cannot be on paper yet, are removed. It cannot be retried:
 * a run that was already packing the removed coupons must never complete. The worker notices within a moment. Throws
 * CONFLICT for a job that is over, and for one with a coupon that is registered, voided or has an alert. A cancelled job
 * is returned as it is.
 */
export async function cancelBulkJob({ ctx, input }: VerbArgs<{ id: number }>): Promise<BulkJob> {
  try {
    return await inTransaction(ctx, (ctx) => cancel(ctx, input.id))
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new DomainError('CONFLICT', TEXTS.bulk_in_use)
    throw error
  }
}

async function cancel(ctx: SignedInCtx, id: number): Promise<BulkJob> {
  const cancelled = await ctx.db
    .updateTable('bulk_jobs')
    .set({ status: 'FAILED', progress: 0, cancelled_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'PROCESSING')
    .returning(BULK_JOB_COLUMNS)
    .executeTakeFirst()
  if (!cancelled) {
    const job = await findBulkJob(ctx.db, id)
    if (!job.cancelled_at) throw new DomainError('CONFLICT', TEXTS.bulk_only_running_cancelled)
    return job
  }
  await removeCoupons(ctx, id)
  return toBulkJob(cancelled)
}

async function removeCoupons(ctx: SignedInCtx, id: number): Promise<void> {
  const coupons = await ctx.db
    .selectFrom('coupons')
    .select(['status', 'voided_at'])
    .where('bulk_job_id', '=', id)
    .forUpdate()
    .execute()
  const touched = coupons.some(({ status, voided_at }) => status !== 'AVAILABLE' || voided_at !== null)
  if (touched) throw new DomainError('CONFLICT', TEXTS.bulk_in_use)
  await ctx.db.deleteFrom('coupons').where('bulk_job_id', '=', id).execute()
  // A worker of the version before wrote the first row of the paper trail with the coupons.
  await ctx.db.deleteFrom('stock_moves').where('bulk_job_id', '=', id).execute()
  await writeAudit(ctx, {
    action: 'bulk_job.cancelled',
    subject: 'bulk_job',
    subject_id: id,
    detail: { coupons: coupons.length },
  })
}
