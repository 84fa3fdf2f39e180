import { randomUUID } from 'node:crypto'
import {
  createPostgresBackend,
  type IQueueBackend,
  type JobsOptions,
  Queue,
  Worker,
  withBackend,
  type Processor,
  type WorkerOptions,
} from 'bullmq'
import { Redis } from 'ioredis'
import type pg from 'pg'
import { JOBS, type JobName, type QueueName } from '../../contracts/jobs.ts'
import type { Config } from '../settings/config.ts'
import { createPool } from '../database/database.ts'
import { type Log, partWorks } from '../log/log.ts'

const Postgres = withBackend(createPostgresBackend)

/** Own schema, so that migrations of the product and of the queue never meet. */
export const QUEUE_SCHEMA = 'bullmq'

/**
 * Set on purpose; the defaults cost a minute after a crash and fail a job for good at the second one. Finished jobs go
 * at once: keeping them by count deadlocks on PostgreSQL and runs jobs twice. Failed ones stay a day for the operations
 * page.
 */
const WORKER_OPTIONS = {
  lockDuration: 5_000,
  stalledInterval: 2_000,
  maxStalledCount: 50,
  runRetryDelay: 500,
} satisfies Partial<WorkerOptions>

/** How long a consumer waits for a job before it looks again. */
const MOST_WAIT_S = 5

/** How one job is kept and retried; `id` makes adding it twice harmless. */
export function jobOptions(name: JobName, id: string): JobsOptions {
  const job = JOBS[name]
  return {
    // The library rejects some ids, such as numbers and those with a colon.
    jobId: `job-${encodeURIComponent(id)}`,
    attempts: job.attempts,
    backoff: { type: 'exponential', delay: job.backoff_ms },
    removeOnComplete: true,
    removeOnFail: { age: 86_400 },
  }
}

/** The one place that knows which backend carries the queues: Redis with REDIS_URL, else PostgreSQL. */
export function openQueue(config: Config, log: Log, name: QueueName): Queue {
  // Producers fail at once when Redis is away: the outbox keeps the job, not a buffer in this process.
  const pool = config.REDIS_URL ? null : openPool(config, log, 3)
  const queue = (
    pool
      ? new Postgres.Queue(name, { connection: pool })
      : new Queue(name, {
          connection: openRedis(config, log, { maxRetriesPerRequest: 1, enableOfflineQueue: false }),
          prefix: '{tvarit}',
        })
  ) as Queue
  if (pool) endWith(queue, pool)
  queue.on('error', (error) => log.warn({ error, queue: name, part: storeOf(config) }, 'queue connection'))
  return queue
}

/** Adds a job that does nothing. Throws when the queue takes no jobs. */
export async function addProbe(queue: Queue): Promise<void> {
  await queue.add('send-message', { message_id: 0 }, jobOptions('send-message', `probe-${randomUUID()}`))
}

/** One process's consumer of a queue. */
export interface Consumer {
  name: QueueName
  worker: Worker
  /**
   * Milliseconds since it last looked for a job, took one or finished one; 0 while the store is away. Looking takes at
   * most 5 s, so more than that is a loop that has stopped, unless all slots are taken (`full`).
   */
  idle_ms(): number
  /** Whether its store is connected and has let it in. */
  connected(): boolean
  /** As many jobs run as may. */
  full(): boolean
}

/** Consumes a queue with up to `concurrency` jobs at once, until it is closed. */
export function openConsumer(
  config: Config,
  log: Log,
  name: QueueName,
  processor: Processor,
  concurrency: number,
): Consumer {
  let turned = performance.now()
  let running = 0
  const onPoll = () => (turned = performance.now())
  const counted: Processor = async (...job) => {
    onPoll()
    running += 1
    try {
      return (await processor(...job)) as unknown
    } finally {
      running -= 1
      onPoll()
    }
  }
  const options = { ...WORKER_OPTIONS, concurrency }
  const client = config.REDIS_URL ? openRedis(config, log, { maxRetriesPerRequest: null }) : null
  const pool = client ? null : openPool(config, log, 6)
  const worker = (
    client
      ? new Worker(name, counted, { ...options, connection: client, prefix: '{tvarit}' })
      : new Postgres.Worker(name, counted, { ...options, connection: pool! })
  ) as Worker
  if (pool) endWith(worker, pool)
  worker.on('error', (error) => log.warn({ error, queue: name, part: storeOf(config) }, 'worker connection'))
  trackPolls(worker.getBackend(), onPoll)
  let polled = false
  void worker.waitUntilReady().then(
    () => (polled = true),
    () => {},
  )
  return {
    name,
    worker,
    // Without Redis the library waits inside a call; it goes on on its own when Redis is back.
    idle_ms() {
      if (client && client.status !== 'ready') onPoll()
      return Math.round(performance.now() - turned)
    },
    // PostgreSQL is asked by the caller.
    connected: () => polled && (!client || client.status === 'ready'),
    full: () => running >= concurrency,
  }
}

/**
 * The library's loop waits for its next job and takes it by these two methods of its backend. No event of the library
 * tells that an idle loop still turns. On PostgreSQL it would wait an hour for a job that is put off, and look like a
 * loop that has stopped.
 */
function trackPolls(backend: IQueueBackend, onPoll: () => void): void {
  const waitForJob = backend.waitForJob.bind(backend)
  const moveToActive = backend.moveToActive.bind(backend)
  backend.waitForJob = (seconds) => {
    onPoll()
    return waitForJob(Math.min(seconds, MOST_WAIT_S))
  }
  backend.moveToActive = (...given) => {
    onPoll()
    return moveToActive(...given)
  }
}

/**
 * A pool of ours for the library: one it makes itself has moments in which a lost connection ends the process.
 *
 * The queue does not wait for the disk. A job it forgets in a crash of the database is put back by the sweep. The log
 * is flushed in order, so a job is there when its outbox entry is durably marked. One that runs once more finds its
 * message claimed.
 */
const openPool = (config: Config, log: Log, max: number): pg.Pool =>
  createPool({
    url: config.DATABASE_SESSION_URL,
    max,
    name: 'tvarit-queue',
    log,
    session: `-c search_path=${QUEUE_SCHEMA} -c synchronous_commit=off`,
  })

/** The library does not close a pool that was given to it. */
const endWith = (closing: Queue | Worker, pool: pg.Pool) => closing.getBackend().on('close', () => void pool.end())

function openRedis(
  { REDIS_URL, REDIS_SENTINELS }: Config,
  log: Log,
  options: { maxRetriesPerRequest: number | null; enableOfflineQueue?: boolean },
): Redis {
  const client = new Redis(REDIS_URL!, {
    ...options,
    retryStrategy: (tries) => Math.min(tries * 100, 1_000),
    ...(REDIS_URL!.startsWith('rediss:') && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    ...(REDIS_SENTINELS && { sentinels: REDIS_SENTINELS, name: new URL(REDIS_URL!).hostname, failoverDetector: true }),
  })
  client.on('error', (error) => log.warn({ error, part: 'redis' }, 'redis connection'))
  client.on('ready', () => partWorks(log, 'redis'))
  return client
}

const storeOf = ({ REDIS_URL }: Config) => (REDIS_URL ? 'redis' : 'database')

/** Creates or updates the queues' own schema, which processes then find; `url` is that of the schema's owner. */
export async function migrateQueues(url: string): Promise<void> {
  const queue = new Postgres.Queue('messages', {
    connection: { connectionString: url, schema: QUEUE_SCHEMA, migrate: true, max: 2 },
  })
  queue.on('error', () => {})
  try {
    await queue.waitUntilReady()
  } finally {
    await queue.close()
  }
}
