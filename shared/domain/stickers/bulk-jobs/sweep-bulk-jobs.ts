import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { enqueueRun } from './enqueue-run.ts'

/**
 * Queues again what fell out of the queue: jobs that are PROCESSING although nobody has touched them for two minutes. One
 * that merely waits in a long line is queued twice then, which is harmless: its second run finds it COMPLETED. Returns
 * how many.
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
          .where('touched_at', '<', sql<Date>`now() - interval '2 minutes'`)
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
