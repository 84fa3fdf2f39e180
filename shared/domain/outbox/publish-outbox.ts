import type { Queue } from 'bullmq'
import { sql } from 'kysely'
import { type JobName, JOBS, type QueueName } from '../../contracts/jobs.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { toLoggable } from '../../platform/log/loggable-error.ts'
import { addProbe, jobOptions } from '../../platform/queues/queues.ts'
import { noteFailedJob } from './note-failed-job.ts'

const BATCH = 200
/** Of a job that fails on its own, while its queue takes others. */
const MOST_TRIES = 3
/** More jobs than that wait in the outbox, where they cost nothing. Alerts never do. */
const ROOM = 1_000
const BOUNDED: readonly string[] = ['codes', 'messages'] satisfies QueueName[]

interface Entry {
  job: JobName
  job_id: string
  payload: unknown
  request_id: string | null
}

/**
 * Moves one batch for each of the named queues from the outbox to it and returns how many entries. Other relays skip the
 * locked rows until the queue has them. A crash in between publishes them again under the same job ids, which is
 * harmless. A job that only the next version knows waits for a worker of that version. One that its queue rejects while
 * it takes others goes to the failed jobs of the operations page. Throws when a queue takes none: then its entries stay.
 */
export async function publishOutbox(
  db: Db,
  queues: Map<QueueName, Queue>,
  names: readonly QueueName[] = [...queues.keys()],
): Promise<number> {
  let moved = 0
  for (const name of names) {
    const queue = queues.get(name)!
    if (BOUNDED.includes(name) && (await queue.getWaitingCount()) >= ROOM) continue
    moved += await db.transaction().execute((tx) => publishTo(tx, name, queue))
  }
  return moved
}

async function publishTo(tx: Tx, name: QueueName, queue: Queue): Promise<number> {
  const entries = await tx
    .selectFrom('outbox')
    .select(['id', 'job', 'job_id', 'payload', 'request_id'])
    // Written out: PostgreSQL then knows how few there are, and goes along the index of this queue.
    .where('queue', '=', sql.lit(name))
    .where('published_at', 'is', null)
    .where('job', 'in', Object.keys(JOBS) as JobName[])
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .$narrowType<{ job: JobName }>()
    .execute()
  if (entries.length === 0) return 0
  for (const failed of await addAll(queue, entries)) await noteFailedJob(tx, failed)
  await tx
    .updateTable('outbox')
    .set({ published_at: sql`now()` })
    .where(sql<boolean>`id = any(${entries.map(({ id }) => id)})`)
    .execute()
  return entries.length
}

/** Adds all entries at once, or each alone when that fails. Returns those that failed by themselves, with their reason. */
async function addAll(queue: Queue, entries: Entry[]) {
  const jobs = entries.map(({ job, job_id, payload, request_id }) => ({
    name: job,
    data: { ...(payload as object | null), ...(request_id ? { request_id } : {}) },
    opts: jobOptions(job, job_id),
  }))
  // Adding many goes through temporary tables in PostgreSQL, which one job need not wait for.
  if (jobs.length > 1 && (await succeeds(() => queue.addBulk(jobs)))) return []
  const failed = []
  for (const [index, { name, data, opts }] of jobs.entries()) {
    const error = await tryAlone(queue, () => queue.add(name, data, opts))
    const { job, job_id, payload } = entries[index]!
    if (error !== null) failed.push({ job, job_id, payload, reason: toLoggable(error).message })
  }
  return failed
}

const succeeds = (work: () => Promise<unknown>) =>
  work().then(
    () => true,
    () => false,
  )

/** Null when it was added; else the last error, after the queue took another job each time. */
async function tryAlone(queue: Queue, add: () => Promise<unknown>): Promise<unknown> {
  let last: unknown = null
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      await add()
      return null
    } catch (error) {
      last = error
      await addProbe(queue)
    }
  }
  return last
}
