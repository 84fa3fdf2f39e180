import type { Job } from 'bullmq'
import { JOBS, type JobName, type QueueName, QUEUES } from '@tvarit/shared/contracts/jobs'
import { PHONE_CHANNELS } from '@tvarit/shared/contracts/messages'
import { noteFailedJob } from '@tvarit/shared/domain/outbox/note-failed-job'
import { createSenders } from '@tvarit/shared/domain/delivery/create-senders'
import { reportEvery } from '@tvarit/shared/domain/operations/overview/report-every'
import type { Config } from '@tvarit/shared/platform/settings/config'
import type { Ctx } from '@tvarit/shared/platform/context'
import { createDatabase, createPool } from '@tvarit/shared/platform/database/database'
import { startListener } from '@tvarit/shared/platform/process/listener'
import type { Log } from '@tvarit/shared/platform/log/log'
import { openConsumer, openQueue } from '@tvarit/shared/platform/queues/queues'
import { repeat } from '@tvarit/shared/platform/process/repeating'
import { disksOf, observeProcess } from '@tvarit/shared/platform/metrics/process-metrics'
import { toLoggable } from '@tvarit/shared/platform/log/loggable-error'
import { createStorage } from '@tvarit/shared/platform/storage/create-storage'
import { HANDLERS, runJob } from './jobs/handlers.ts'
import { createWorkerMetrics } from './metrics.ts'
import { failingRelays, storesAnswer, workerHealth, workerReadiness } from './health.ts'
import { openMetricsServer } from './metrics-server.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { RELAYS } from './tasks/outbox-relay.ts'
import { TASKS } from './tasks/tasks.ts'

/** Parallel jobs of one process, by queue. */
const CONCURRENCY = { alerts: 20, codes: 20, messages: 10, bulk: 1, push: 10 } as const satisfies Record<
  QueueName,
  number
>

export interface RunningWorker {
  /** Where `/metrics` and `/healthz` are, with the setting METRICS_PORT. */
  private_url: Promise<string | null>
  /** Resolves when every queue can be consumed. */
  ready: Promise<void>
  /** Stops taking jobs, lets running ones finish, closes everything. */
  stop(): Promise<void>
}

/** Starts the scheduled tasks and one consumer for each queue. Does not start when a job has no handler. */
export function startWorker(config: Config, log: Log): RunningWorker {
  const missing = (Object.keys(JOBS) as JobName[]).filter((name) => !HANDLERS[name])
  if (missing.length > 0) throw new Error(`No handler for ${missing.join(', ')}`)
  const started_at = performance.now()
  const metrics = createWorkerMetrics()
  const pool = createPool({ url: config.DATABASE_URL, max: 10, name: 'tvarit-worker', log })
  const db = createDatabase(pool, { on_error: metrics.database_error })
  const ctx: Ctx = { db, config, log, storage: createStorage(config), actor: null, ip: null, user_agent: null }
  const senders = createSenders(ctx, metrics.send_ended)

  const queues = new Map(QUEUES.map((name) => [name, openQueue(config, log, name)]))
  const tasks = TASKS.map((task) => {
    const every_ms = task.every_ms(config)
    const work = () => task.run({ ctx, queues, metrics, started_at })
    return {
      name: task.name,
      loop: repeat({ name: task.name, every_ms, log, work }),
      most_ms: task.deadline_ms + every_ms,
    }
  })
  const relays = tasks.filter(({ name }) => RELAYS.some((relay) => relay.name === name))
  const listener = startListener({
    url: config.DATABASE_SESSION_URL,
    channels: ['outbox'],
    name: 'tvarit-relay',
    log,
    on_notify: () => relays.forEach(({ loop }) => loop.wake()),
    on_connect: () => relays.forEach(({ loop }) => loop.retry()),
  })
  const consumers = config.WORKER_QUEUES.map((name) =>
    openConsumer(
      config,
      log,
      name,
      (job) => {
        const last_attempt = job.attemptsMade + 1 >= (job.opts.attempts ?? 1)
        return runJob({ ctx, senders, last_attempt }, job.name, job.data)
      },
      CONCURRENCY[name],
    ),
  )
  const workers = consumers.map(({ worker }) => worker)
  for (const worker of workers) {
    worker.on('failed', (job, error) => {
      log.warn({ error, ...(job ? aboutJob(job) : {}) }, 'job failed')
      if (!job) return
      metrics.job_ended(job.name, 'failed', secondsOf(job))
      // A coupon job is FAILED on its own page, where it is tried again.
      if (job.attemptsMade >= (job.opts.attempts ?? 1) && job.name !== 'make-bulk-coupons')
        void keepFailed(ctx, job, error)
    })
    worker.on('completed', (job) => {
      log.debug(aboutJob(job), 'job done')
      metrics.job_ended(job.name, 'done', secondsOf(job))
    })
  }
  const breakers = () => PHONE_CHANNELS.flatMap((channel) => senders[channel].breakers())
  const opened = openMetricsServer(
    { config, log, metrics, queues, breakers, pool },
    {
      life: async () => workerHealth(consumers, tasks, await failingRelays(relays, () => storesAnswer(db, queues))),
      readiness: workerReadiness(db, consumers),
    },
  )
  const reports = reportEvery(log, db, 'worker', () => ({ takes: config.WORKER_QUEUES }))
  observeProcess(metrics.registry, { clock_skew_seconds: reports.clock_skew_seconds, disks: disksOf(config) })
  return {
    private_url: opened.then(({ url }) => url),
    ready: Promise.all([
      opened,
      removeLeftovers(),
      ...workers.map((worker) => worker.waitUntilReady()),
      // A queue that could not begin never will: the process ends and is started again. Redis that is away is waited for.
      ...[...queues.values()].map((queue) => queue.waitUntilReady()),
    ]).then(() => {}),
    async stop() {
      await opened.then(
        ({ close }) => close(),
        () => {},
      )
      await listener.close()
      await reports.stop()
      // At once: a slow task must not let jobs be taken that the end of the process breaks off.
      await Promise.all([...tasks.map(({ loop }) => loop.stop()), ...workers.map((worker) => worker.close())])
      await Promise.all([...queues.values()].map((queue) => queue.close()))
      await db.destroy()
    },
  }
}

function aboutJob({ name, id, data }: Job): object {
  const { request_id } = data as { request_id?: string }
  return { job: name, id, ...(request_id ? { request_id } : {}) }
}

/** Kept beside the queue: a server can neither read the queue's failures nor start them again. */
async function keepFailed({ db, log }: Ctx, { name, id, data }: Job, error: Error): Promise<void> {
  const { request_id: _request_id, ...payload } = data as Record<string, unknown>
  const reason = toLoggable(error).message
  await noteFailedJob(db, { job: name, job_id: String(id), payload, reason }).catch((fault: unknown) =>
    log.error({ error: fault, job: name, id }, 'a failed job could not be kept'),
  )
}

const secondsOf = ({ processedOn = 0, finishedOn }: { processedOn?: number; finishedOn?: number }): number =>
  Math.max(0, (finishedOn ?? Date.now()) - processedOn) / 1000
