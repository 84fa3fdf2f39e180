import { sql } from 'kysely'
import type { BulkJob } from '../../../contracts/bulk-jobs.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { BULK_JOB_COLUMNS, toBulkJob } from './bulk-job-row.ts'
import { findBulkJob } from './find-bulk-job.ts'

/**
 * Marks a completed job as printed, by whom and when; of several at the same moment the first counts. One that is
 * printed already is answered as it is. Throws CONFLICT for a job that is not completed.
 */
export function markPrinted({ ctx, input }: VerbArgs<{ id: number }>): Promise<BulkJob> {
  return inTransaction(ctx, async (ctx) => {
    const printed = await ctx.db
      .updateTable('bulk_jobs')
      .set({ status: 'PRINTED', printed_by: ctx.actor.id, printed_at: sql`now()` })
      .where('id', '=', input.id)
      .where('status', '=', 'COMPLETED')
      .returning(BULK_JOB_COLUMNS)
      .executeTakeFirst()
    if (printed) {
      await writeAudit(ctx, { action: 'bulk_job.printed', subject: 'bulk_job', subject_id: input.id })
      return toBulkJob(printed)
    }
    const job = await findBulkJob(ctx.db, input.id)
    if (job.status !== 'PRINTED') throw new DomainError('CONFLICT', TEXTS.bulk_not_completed)
    return job
  })
}
