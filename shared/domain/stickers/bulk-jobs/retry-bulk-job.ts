import { sql } from 'kysely'
import type { BulkJob } from '../../../contracts/bulk-jobs.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { BULK_JOB_COLUMNS, toBulkJob, zipEnded } from './bulk-job-row.ts'
import { enqueueRun } from './create-bulk-job.ts'
import { findBulkJob } from './find-bulk-job.ts'

/**
 * Queues a failed job again, once however often it is requested: one that is PROCESSING already is returned as it is. Of a
 * job whose ZIP was deleted only the ZIP is made again. Throws CONFLICT for a job with a ZIP, and for one that was stopped.
 */
export function retryBulkJob({ ctx, input }: VerbArgs<{ id: number }>): Promise<BulkJob> {
  return inTransaction(ctx, async (ctx) => {
    const retried = await ctx.db
      .updateTable('bulk_jobs')
      .set({
        status: sql`case when status = 'FAILED' then 'PROCESSING' else status end`,
        runs: sql`runs + 1`,
        progress: sql`case when status = 'FAILED' then 0 else progress end`,
        last_error: null,
        touched_at: sql`now()`,
      })
      .where('id', '=', input.id)
      .where((eb) => eb.or([eb('status', '=', 'FAILED'), zipEnded]))
      .where('cancelled_at', 'is', null)
      .returning([...BULK_JOB_COLUMNS, 'runs'])
      .executeTakeFirst()
    if (retried) {
      await enqueueRun(ctx.db, retried)
      await writeAudit(ctx, {
        action: 'bulk_job.retried',
        subject: 'bulk_job',
        subject_id: input.id,
        detail: { run: retried.runs },
      })
      return toBulkJob(retried)
    }
    const job = await findBulkJob(ctx.db, input.id)
    if (job.cancelled_at) throw new DomainError('CONFLICT', TEXTS.bulk_cancelled_not_retried)
    if (job.status !== 'PROCESSING') throw new DomainError('CONFLICT', TEXTS.bulk_only_failed_retried)
    return job
  })
}
