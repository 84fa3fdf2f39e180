import { type RawBuilder, sql } from 'kysely'
import { JOBS, type JobName, type JobPayload } from '../../contracts/jobs.ts'
import { requestId } from '../../platform/log/correlation.ts'
import type { Db } from '../../platform/database/database.ts'

/** SQL: wakes the relay when the transaction commits. Only a wake-up: the relay also polls. */
export const wakeRelay: RawBuilder<unknown> = sql`pg_notify('outbox', '')`

/**
 * SQL: an outbox entry for each row of `from`, a subquery with `job_id` (text) and `payload` (jsonb), and with `queue`
 * where the job does not say it. For a statement that does more; it also has to `wakeRelay`. An entry with a known
 * `job_id` is left out.
 */
export const insertOutbox = (job: JobName, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into outbox (job, job_id, payload, request_id, queue)
  select ${job}::text, job_id, payload, ${requestId() ?? null}::text,
    ${JOBS[job].queue === null ? sql`queue` : sql`${JOBS[job].queue}::text`} from (${from}) as entries
  on conflict (job_id) do nothing`

/**
 * Writes a job into the outbox, in the caller's transaction: it is queued if and only if the transaction commits. The
 * relay publishes it; writing or publishing the same `job_id` twice is harmless.
 */
export async function enqueue<Name extends JobName>(
  db: Db,
  job: Name,
  payload: JobPayload<Name>,
  job_id: string,
): Promise<void> {
  const content = JSON.stringify(JOBS[job].payload.parse(payload))
  // Without a queue the relay looks it up.
  const entry = sql`select ${job_id}::text as job_id, ${content}::jsonb as payload, null as queue`
  await sql`with entry as (${insertOutbox(job, entry)}) select ${wakeRelay}`.execute(db)
}
