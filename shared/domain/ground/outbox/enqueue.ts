import { sql } from 'kysely'
import { JOBS, type JobName, type JobPayload } from '../../../contracts/jobs.ts'
import { requestId } from '../../../platform/correlation.ts'
import type { Db } from '../../../platform/database.ts'

/**
 * Notes a job in the outbox, in the caller's transaction: it is queued if and only if the transaction commits. The
 * relay publishes it; noting or publishing the same `job_id` twice is harmless. The notification is only a wake-up, the
 * relay also polls. `at_once` is for jobs that cost next to nothing when they are done already: the notification says
 * which it is, and a worker with a free hand runs it before the queue does.
 */
export async function enqueue<Name extends JobName>(
  db: Db,
  job: Name,
  payload: JobPayload<Name>,
  job_id: string,
  { at_once = false }: { at_once?: boolean } = {},
): Promise<void> {
  const request_id = requestId()
  const content = JSON.stringify(JOBS[job].payload.parse(payload))
  const said = at_once ? JSON.stringify({ name: job, data: { ...payload, ...(request_id ? { request_id } : {}) } }) : ''
  await sql`
    with noted as (
      insert into outbox (job, job_id, payload, request_id) values (${job}, ${job_id}, ${content}::jsonb, ${request_id ?? null})
      on conflict (job_id) do nothing)
    select pg_notify('outbox', ${said})`.execute(db)
}
