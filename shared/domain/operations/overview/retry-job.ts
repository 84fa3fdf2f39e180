import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isJobName, JOBS } from '../../../contracts/jobs.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { enqueue } from '../../outbox/enqueue.ts'

/**
 * Starts a job that failed for good again, under a name of its own, as the queue remembers the old one. CONFLICT when it
 * was started again already, or holds what no handler can read.
 */
export async function retryJob({ ctx, input }: VerbArgs<{ id: number }>): Promise<{ detail: string; count: number }> {
  return inTransaction(ctx, async (tx) => {
    const failed = await tx.db
      .updateTable('failed_jobs')
      .set({ retried_at: sql`now()` })
      .where('id', '=', input.id)
      .where('retried_at', 'is', null)
      .returning(['id', 'job', 'job_id', 'payload'])
      .executeTakeFirst()
    if (!failed || !isJobName(failed.job)) throw new DomainError('CONFLICT', 'This job has been started again already.')
    const payload = JOBS[failed.job].payload.safeParse(failed.payload)
    if (!payload.success)
      throw new DomainError('CONFLICT', 'What this job holds is not what it needs, so it cannot be started again.')
    await enqueue(tx.db, failed.job, payload.data as never, `${failed.job_id}-${randomUUID()}`)
    await writeAudit(tx, { action: 'job.retried', subject: 'failed_job', subject_id: failed.id })
    return { detail: 'The job has been started again.', count: 1 }
  })
}
