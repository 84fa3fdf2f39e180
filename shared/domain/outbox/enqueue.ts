import { JOBS, type JobName, type JobPayload } from '../../contracts/jobs.ts'
import { requestId } from '../../platform/correlation.ts'
import type { Db } from '../../platform/database.ts'
import { sql } from 'kysely'

/**
 * Notes a job in the outbox, in the caller's transaction: it is queued if and only if the transaction commits. The
 * relay publishes it; noting or publishing the same `job_id` twice is harmless. The notification is only a wake-up, the relay also polls.
 */
export async function enqueue<Name extends JobName>(
  db: Db,
  job: Name,
  payload: JobPayload<Name>,
  job_id: string,
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ job, job_id, payload: JSON.stringify(JOBS[job].payload.parse(payload)), request_id: requestId() })
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .execute()
  await sql`select pg_notify('outbox', '')`.execute(db)
}
