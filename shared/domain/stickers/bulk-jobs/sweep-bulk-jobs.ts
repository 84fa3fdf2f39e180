import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { enqueueRun } from './create-bulk-job.ts'
import { minutes, olderThan } from '../../../platform/database/moments-sql.ts'

/**
 * Queues lost jobs again: those that are PROCESSING and have not moved for two minutes. Returns how many. One that
 * merely waits in a long line is then queued twice, which is harmless: its second run finds it COMPLETED.
 */
export function sweepBulkJobs({ ctx }: { ctx: Ctx }): Promise<number> {
  return inTransaction(ctx, async ({ db }) => {
    const lost = await db
      .updateTable('bulk_jobs')
      .set({ runs: sql`runs + 1`, touched_at: sql`now()` })
      .where('id', 'in', (query) =>
        query
          .selectFrom('bulk_jobs')
          .select('id')
          .where('status', '=', 'PROCESSING')
          .where(olderThan('touched_at', minutes(2)))
          .orderBy('touched_at')
          .limit(100)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'runs'])
      .execute()
    for (const job of lost) await enqueueRun(db, job)
    return lost.length
  })
}
