import type { Queue } from 'bullmq'
import { sql } from 'kysely'
import { type JobName, JOBS, type QueueName } from '../../../contracts/jobs.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { toLoggable } from '../../../platform/loggable-error.ts'
import { addProbe, jobOptions } from '../../../platform/queues.ts'
import { noteFailedJob } from './note-failed-job.ts'

const BATCH = 200
/** Of a job that fails by itself, while its queue takes others. */
const MOST_TRIES = 3
/** More jobs than that wait in the outbox, where they cost nothing. Alerts never do. */
const ROOM = 1_000
const BOUNDED: readonly string[] = ['codes', 'messages'] satisfies QueueName[]

interface Entry {
  id: number
  queue: QueueName
  job: JobName
  job_id: string
  payload: object | null
  request_id: string | null
}

/**
 * Moves one batch for each of the named queues from the outbox to them and returns how many entries. Other relays skip the
 * locked rows until the queues have them. A crash in between publishes them again under the same job ids, which is
 * harmless. A job that only the next version knows waits for a worker of that version. One that its queue refuses while
 * it takes others goes to the failed jobs of the operations page. Throws when a queue takes none: then nothing has moved.
 */
export async function publishOutbox(
  db: Db,
  queues: Map<QueueName, Queue>,
  names: readonly QueueName[] = [...queues.keys()],
): Promise<number> {
  const open = await withRoom(queues, names)
  return db.transaction().execute(async (tx) => {
    const found = await nextEntries(tx, open)
    let moved = 0
    for (const [name, entries] of Map.groupBy(found, ({ queue }) => queue)) {
      const queue = queues.get(name)!
      for (const failed of await addAll(queue, entries)) await noteFailedJob(tx, failed)
      await tx
        .updateTable('outbox')
        .set({ published_at: sql`now()` })
        .where(sql<boolean>`id = any(${entries.map(({ id }) => id)})`)
        .execute()
      moved += entries.length
    }
    return moved
  })
}

async function withRoom(queues: Map<QueueName, Queue>, names: readonly QueueName[]): Promise<QueueName[]> {
  const full = await Promise.all(
    names.map(async (name) => BOUNDED.includes(name) && (await queues.get(name)!.getWaitingCount()) >= ROOM),
  )
  return names.filter((_, index) => !full[index])
}

async function nextEntries(tx: Tx, names: readonly QueueName[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select entry.* from unnest(${names}::text[]) with ordinality as wanted (queue, place) cross join lateral (
      select id, queue, job, job_id, payload, request_id from outbox
      where queue = wanted.queue and published_at is null and job = any(${Object.keys(JOBS)})
      order by id limit ${BATCH} for update skip locked) as entry
    order by place, entry.id`.execute(tx)
  return rows
}

/** Adds all entries at once, or each alone when that fails. Returns those that failed by themselves, with their reason. */
async function addAll(queue: Queue, entries: Entry[]) {
  const jobs = entries.map(({ job, job_id, payload, request_id }) => ({
    name: job,
    data: { ...payload, ...(request_id ? { request_id } : {}) },
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
