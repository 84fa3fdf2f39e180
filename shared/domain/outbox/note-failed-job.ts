import type { Db } from '../../platform/database/database.ts'

/** Keeps a job that its queue will not try again, so that an admin can start it again. */
export async function noteFailedJob(
  db: Db,
  job: { job: string; job_id: string; payload: unknown; reason: string },
): Promise<void> {
  await db
    .insertInto('failed_jobs')
    .values({ ...job, payload: JSON.stringify(job.payload) })
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .execute()
}
