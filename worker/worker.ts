import { randomUUID } from 'node:crypto'
import type { Job } from 'bullmq'
import type { WorkerDetail } from '@tvarit/shared/contracts/ops'
import { JOBS, type JobName, QUEUES } from '@tvarit/shared/contracts/jobs'
import { checkAudit } from '@tvarit/shared/domain/ground/audit/check-audit'
import { sealAudit } from '@tvarit/shared/domain/ground/audit/seal-audit'
import { callStaff } from '@tvarit/shared/domain/emergency/call-centre/call-staff'
import { escalateAlerts } from '@tvarit/shared/domain/emergency/call-centre/escalate-alerts'
import { releaseOverdueAlerts } from '@tvarit/shared/domain/emergency/alerts/release-overdue-alerts'
import { sweepBulkJobs } from '@tvarit/shared/domain/stickers/bulk-jobs/sweep-bulk-jobs'
import { watchConsoles } from '@tvarit/shared/domain/emergency/consoles/watch-consoles'
import { endDrills } from '@tvarit/shared/domain/emergency/call-centre/end-drills'
import { createSenders } from '@tvarit/shared/domain/delivery/create-senders'
import { sweepMessages } from '@tvarit/shared/domain/delivery/sweep-messages'
import { publishOutbox } from '@tvarit/shared/domain/ground/outbox/publish-outbox'
import { remindOfRenewal } from '@tvarit/shared/domain/subscribers/plans/remind-of-renewal'
import { noteFailedJob } from '@tvarit/shared/domain/operations/overview/note-failed-job'
import { reportEvery } from '@tvarit/shared/domain/operations/overview/report-process'
import { listErasures } from '@tvarit/shared/domain/operations/data-rights/erasure-list'
import { removeListedFiles } from '@tvarit/shared/domain/ground/files/remove-listed-files'
import { runRetention } from '@tvarit/shared/domain/operations/retention/run-retention'
import { compactTallies } from '@tvarit/shared/domain/ground/tallies/compact-tallies'
import type { Config } from '@tvarit/shared/platform/config'
import type { Ctx } from '@tvarit/shared/platform/context'
import { withRequestId } from '@tvarit/shared/platform/correlation'
import { createDatabase, createPool } from '@tvarit/shared/platform/database'
import { startListener } from '@tvarit/shared/platform/listener'
import type { Log } from '@tvarit/shared/platform/log'
import { openConsumer, openQueue } from '@tvarit/shared/platform/queues'
import { repeat } from '@tvarit/shared/platform/repeating'
import { toLoggable } from '@tvarit/shared/platform/loggable-error'
import { createStorage } from '@tvarit/shared/platform/storage'
import { HANDLERS, runJob } from './jobs/handlers.ts'
import { runAtOnce } from './jobs/run-at-once.ts'
import { createWorkerMetrics, QUEUE_STATES } from './metrics.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { runScan } from './synthetic/run-scan.ts'
import { watchOver } from './watch-over.ts'
import { workerLife } from './worker-life.ts'

/** Parallel jobs of one process, by queue. */
const CONCURRENCY = { messages: 20, bulk: 1 } as const
/** Alerts climb the ladder, and silence of the screens is noticed, at most this late. */
const WATCH_EVERY_MS = 1_000
/** A synthetic scan begins at most this late. */
const SCAN_LOOK_MS = 5_000
/** How much later the queue gets a job that is run at once. */
const RELAY_LATER_MS = 50
/** Seals of the audit log that are due are made at most this late. */
const SEAL_LOOK_MS = 10_000
/** Servers that start at the same moment as this worker get so long until they are tried. */
const SETTLE_MS = 20_000

export interface RunningWorker {
  /** Where `/metrics` and `/healthz` are, with the setting METRICS_PORT. */
  private_url: Promise<string | null>
  /** Resolves when every queue can be consumed. */
  ready: Promise<void>
  /** Stops taking jobs, lets running ones finish, closes everything. */
  stop(): Promise<void>
}

/** Starts the relay, the sweep and one consumer for each queue. Refuses to start when a job has no handler. */
export function startWorker(config: Config, log: Log): RunningWorker {
  const missing = (Object.keys(JOBS) as JobName[]).filter((name) => !HANDLERS[name])
  if (missing.length > 0) throw new Error(`No handler for ${missing.join(', ')}`)
  sayWhetherAnybodyIsOnCall(config, log)
  const began = performance.now()
  const metrics = createWorkerMetrics()
  const pool = createPool({ url: config.DATABASE_URL, max: 10, name: 'tvarit-worker', log })
  const db = createDatabase(pool, { on_error: metrics.database_error })
  const ctx: Ctx = { db, config, log, storage: createStorage(config), actor: null, ip: null, user_agent: null }
  const senders = createSenders(ctx, metrics.send_ended)

  const queues = new Map(QUEUES.map((name) => [name as string, openQueue(config, log, name)]))
  const relay = repeat({
    name: 'outbox relay',
    every_ms: 1_000,
    log,
    work: async () => {
      while ((await publishOutbox(db, queues)) > 0);
    },
  })
  const sweep = repeat({
    name: 'sweep',
    every_ms: config.SWEEP_SECONDS * 1_000,
    log,
    work: async () => {
      await sweepMessages({ ctx })
      await sweepBulkJobs({ ctx })
      await compactTallies({ ctx })
      await endDrills({ ctx })
      await remindOfRenewal({ ctx, input: { now: new Date() } })
    },
  })
  const retention = repeat({
    name: 'retention',
    every_ms: config.SWEEP_SECONDS * 1_000,
    log,
    work: async () => {
      await listErasures({ ctx })
      await removeListedFiles({ ctx })
      await runRetention({ ctx })
    },
  })
  const seals = repeat({
    name: 'seals of the audit log',
    every_ms: SEAL_LOOK_MS,
    log,
    work: async () => {
      await sealAudit({ ctx })
      await checkAudit({ ctx })
    },
  })
  const watch = repeat({
    name: 'watch over alerts and screens',
    every_ms: WATCH_EVERY_MS,
    log,
    work: async () => {
      // Calls first: they go by the clock, and must not wait while hundreds of alerts are lifted one by one.
      await callStaff({ ctx })
      await watchConsoles({ ctx })
      await releaseOverdueAlerts({ ctx })
      metrics.escalated(await escalateAlerts({ ctx }))
    },
  })
  const scans = repeat({
    name: 'synthetic scans',
    every_ms: SCAN_LOOK_MS,
    log,
    work: async () => {
      if (performance.now() - began > SETTLE_MS) await withRequestId(randomUUID(), () => runScan({ ctx }))
    },
  })
  const atOnce = runAtOnce({ ctx, senders, took_message: () => metrics.message_taken('at_once') }, config.WORKER_QUEUES)
  const listener = startListener({
    url: config.DATABASE_SESSION_URL,
    channels: ['live', 'outbox'],
    name: 'tvarit-relay',
    log,
    on_notify(channel, payload) {
      // What runs already need not hurry into the queue, and does not share its first moments with the relay.
      if (channel === 'outbox' && atOnce.hear(payload)) setTimeout(() => relay.wake(), RELAY_LATER_MS).unref()
      else relay.wake()
    },
    on_connect: () => relay.retry(),
  })
  const took_message = () => metrics.message_taken('queue')
  const consumers = config.WORKER_QUEUES.map((name) =>
    openConsumer(
      config,
      log,
      name,
      (job) => {
        const last_attempt = job.attemptsMade + 1 >= (job.opts.attempts ?? 1)
        return runJob({ ctx, senders, last_attempt, took_message }, job.name, job.data)
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
      if (job.attemptsMade >= (job.opts.attempts ?? 1)) void keepFailed(ctx, job, error)
    })
    worker.on('completed', (job) => {
      log.debug(aboutJob(job), 'job done')
      metrics.job_ended(job.name, 'done', secondsOf(job))
    })
  }
  const loops = [
    { name: 'outbox relay', loop: relay, most_ms: 20_000 },
    { name: 'watch over alerts and screens', loop: watch, most_ms: 20_000 },
    { name: 'synthetic scans', loop: scans, most_ms: 180_000 + SCAN_LOOK_MS },
    { name: 'sweep', loop: sweep, most_ms: 60_000 + config.SWEEP_SECONDS * 1_000 },
    { name: 'seals of the audit log', loop: seals, most_ms: 300_000 + SEAL_LOOK_MS },
    { name: 'retention', loop: retention, most_ms: 600_000 + config.SWEEP_SECONDS * 1_000 },
  ]
  const opened = watchOver({ config, log, metrics, queues, breakers: senders.sms.breakers, pool }, () =>
    workerLife(consumers, loops),
  )
  const reports = reportEvery(log, db, 'worker', async (): Promise<WorkerDetail> => {
    const depths = await Promise.all(
      [...queues].map(async ([name, queue]) => [name, await queue.getJobCounts(...QUEUE_STATES)] as const),
    )
    return { queues: Object.fromEntries(depths), takes: config.WORKER_QUEUES, breakers: senders.sms.breakers() }
  })
  return {
    private_url: opened.then(({ url }) => url),
    ready: Promise.all([
      opened,
      removeLeftovers(),
      ...workers.map((worker) => worker.waitUntilReady()),
      // On PostgreSQL a queue that could not begin never will; Redis is waited for, the outbox keeps the jobs meanwhile.
      ...(config.REDIS_URL ? [] : [...queues.values()].map((queue) => queue.waitUntilReady())),
    ]).then(() => {}),
    async stop() {
      await opened.then(
        ({ close }) => close(),
        () => {},
      )
      await listener.close()
      await atOnce.settled()
      await reports.stop()
      await Promise.all([relay.stop(), sweep.stop(), retention.stop(), seals.stop(), watch.stop(), scans.stop()])
      await Promise.all(workers.map((worker) => worker.close()))
      await Promise.all([...queues.values()].map((queue) => queue.close()))
      await db.destroy()
    },
  }
}

function aboutJob({ name, id, data }: Job): object {
  const { request_id } = data as { request_id?: string }
  return { job: name, id, ...(request_id ? { request_id } : {}) }
}

/** Kept beside the queue: its own memory of failures can neither be read nor started again by a server. */
async function keepFailed({ db, log }: Ctx, { name, id, data }: Job, error: Error): Promise<void> {
  const { request_id: _request_id, ...payload } = data as Record<string, unknown>
  const reason = toLoggable(error).message
  await noteFailedJob(db, { job: name, job_id: String(id), payload, reason }).catch((fault: unknown) =>
    log.error({ error: fault, job: name, id }, 'a failed job could not be kept'),
  )
}

const secondsOf = ({ processedOn = 0, finishedOn }: { processedOn?: number; finishedOn?: number }): number =>
  Math.max(0, (finishedOn ?? Date.now()) - processedOn) / 1000

function sayWhetherAnybodyIsOnCall(config: Config, log: Log): void {
  if (config.ON_CALL_NUMBERS.length > 0) return
  const text = 'ON_CALL_NUMBERS is empty: nobody is called when an alert waits two minutes or when no screen listens'
  if (config.NODE_ENV === 'production') log.warn(text)
  else log.info(text)
}
