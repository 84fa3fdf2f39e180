import type { Queue } from 'bullmq'
import { sql } from 'kysely'
import { type JobName, JOBS } from '../../../contracts/jobs.ts'
import type { Db } from '../../../platform/database.ts'
import { jobOptions } from '../../../platform/queues.ts'

const BATCH = 200

/**
 * Moves one batch from the outbox to the queues and returns how many. Other relays skip the locked rows until the
 * queues have them. A crash in between publishes them again under the same job ids, which is harmless. A job that only
 * the next version knows waits for a worker of that version.
 */
export async function publishOutbox(db: Db, queues: Map<string, Queue>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('outbox')
      .select(['id', 'job', 'job_id', 'payload', 'request_id'])
      .where('published_at', 'is', null)
      .where('job', 'in', Object.keys(JOBS))
      .orderBy('id')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    if (rows.length === 0) return 0
    const byQueue = Map.groupBy(rows, (row) => JOBS[row.job as JobName].queue)
    for (const [queue, of_queue] of byQueue) {
      const jobs = of_queue.map((row) => ({
        name: row.job,
        data: { ...(row.payload as object), ...(row.request_id ? { request_id: row.request_id } : {}) },
        opts: jobOptions(row.job as JobName, row.job_id),
      }))
      const [only] = jobs
      // Adding many goes through temporary tables in PostgreSQL, which one job need not wait for.
      if (jobs.length === 1 && only) await queues.get(queue)!.add(only.name, only.data, only.opts)
      else await queues.get(queue)!.addBulk(jobs)
    }
    await tx
      .updateTable('outbox')
      .set({ published_at: sql`now()` })
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute()
    return rows.length
  })
}
