import { withTimeout } from '@tvarit/shared/platform/process/with-timeout'
import { type QueueName, QUEUES } from '@tvarit/shared/contracts/jobs'
import {
  type Gauges,
  type LastHour,
  readGauges,
  readLastHour,
} from '@tvarit/shared/domain/operations/overview/read-gauges'
import type { SendResult } from '@tvarit/shared/domain/delivery/create-senders'
import type { Db } from '@tvarit/shared/platform/database/database'
import { observeDatabaseErrors } from '@tvarit/shared/platform/metrics/database-metrics'
import type { Queue } from 'bullmq'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What one worker process counts. */
export interface WorkerMetrics {
  registry: Registry
  database_error(error: unknown): void
  database_takes_writes(): boolean
  send_ended(result: SendResult): void
  escalated(levels: number[]): void
  job_ended(job: string, outcome: 'done' | 'failed', seconds: number): void
}

/** Each process has a registry of its own. */
export function createWorkerMetrics(): WorkerMetrics {
  const registry = new Registry()
  const registers = [registry]
  const database = observeDatabaseErrors(registry)
  const sends = new Counter({
    name: 'tvarit_message_sends_total',
    help: 'Calls to providers by what came of them; uncertain may have arrived.',
    labelNames: ['provider', 'template', 'outcome'],
    registers,
  })
  const lasted = new Histogram({
    name: 'tvarit_message_send_seconds',
    help: 'How long a provider took to answer.',
    labelNames: ['provider'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 8],
    registers,
  })
  const escalations = new Counter({
    name: 'tvarit_escalations_total',
    help: 'Escalations of unclaimed alerts, by the new level.',
    labelNames: ['level'],
    registers,
  })
  const jobs = new Histogram({
    name: 'tvarit_job_seconds',
    help: 'Runs of jobs and how long they took.',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
    registers,
  })
  for (const level of ['1', '2', '3']) escalations.inc({ level }, 0)
  return {
    registry,
    database_error: database.failed,
    database_takes_writes: database.takes_writes,
    send_ended({ provider, template, outcome, ms }) {
      sends.inc({ provider, template, outcome })
      lasted.observe({ provider }, ms / 1000)
    },
    escalated(levels) {
      for (const level of levels) escalations.inc({ level: String(level) })
    },
    job_ended: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
  }
}

/** Scrapes within this share one read of the database and the queues. */
const FRESH_MS = 5_000
export const QUEUE_STATES = ['waiting', 'active', 'delayed', 'failed'] as const

interface Sources {
  db: Db
  queues: Map<QueueName, Queue>
  /** What carries the queues. */
  store: 'redis' | 'database'
  takes_writes(): boolean
  breakers(): { provider: string; open: boolean }[]
}

/**
 * The state of the whole product, read from the database and the queues. Every worker shows the same: rules take the
 * greatest of them. When the database is away these series are missing and `tvarit_database_up` is 0.
 */
export function observeProduct(registry: Registry, { db, queues, store, breakers, takes_writes }: Sources): void {
  const fresh = sharedLook(() => Promise.all([readGauges(db), readLastHour(db)]))
  const gauge = (name: string, help: string, labelNames: string[], read: (gauge: Gauge) => Promise<void>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        await read(this).catch(() => this.remove({}))
      },
    })
  const value = (name: string, help: string, of: (gauges: Gauges) => number) =>
    gauge(name, help, [], async (own) => own.set(of((await fresh())[0])))
  const split = (name: string, help: string, label: string, values: (gauges: Gauges) => Record<string, number>) =>
    gauge(name, help, [label], async (own) => {
      for (const [key, n] of Object.entries(values((await fresh())[0]))) own.set({ [label]: key }, n)
    })
  const hour = (name: string, help: string, labels: string[], fill: (own: Gauge, hour: LastHour) => void) =>
    gauge(name, help, labels, async (own) => fill(own, (await fresh())[1]))

  gauge('tvarit_database_up', 'Whether this worker reads and writes the database.', [], async (own) =>
    own.set(
      await fresh().then(
        () => (takes_writes() ? 1 : 0),
        () => 0,
      ),
    ),
  )
  value('tvarit_alerts_open', 'Pending alerts, without drills.', (f) => f.alerts_open)
  value('tvarit_alerts_unclaimed', 'Unclaimed pending alerts.', (f) => f.alerts_unclaimed)
  value(
    'tvarit_alert_oldest_unclaimed_seconds',
    'How long the oldest of them waits; 0 when none does.',
    (f) => f.oldest_unclaimed_seconds ?? 0,
  )
  split('tvarit_alerts_unclaimed_by_level', 'Unclaimed pending alerts by escalation level.', 'level', (f) => ({
    0: 0,
    1: 0,
    2: 0,
    3: 0,
    ...f.unclaimed_by_level,
  }))
  value('tvarit_outbox_unpublished', 'Jobs that are not in a queue yet.', (f) => f.outbox_unpublished)
  value(
    'tvarit_outbox_oldest_seconds',
    'Age of the oldest of them, without codes and others; 0 without.',
    (f) => f.outbox_oldest_seconds ?? 0,
  )
  value('tvarit_messages_waiting', 'Messages that are not sent yet.', (f) => f.messages_waiting)
  value(
    'tvarit_messages_oldest_seconds',
    'Age of the oldest of them that is about an alert; 0 without.',
    (f) => f.messages_oldest_seconds ?? 0,
  )
  split('tvarit_consoles', 'Call-centre consoles heard of in the last 45 s; armed ones can sound.', 'state', (f) => ({
    open: f.consoles_open,
    armed: f.consoles_armed,
  }))
  value(
    'tvarit_live_counter_healed',
    "How often the live feed's counter was behind an event, and went past it.",
    (f) => f.counter_healed,
  )
  value('tvarit_database_bytes', 'Size of the database, without its log.', (f) => f.database_bytes)
  split('tvarit_queue_consumers', 'Live workers that take jobs from a queue.', 'queue', (f) => ({
    ...Object.fromEntries(QUEUES.map((queue) => [queue, 0])),
    ...f.consumers,
  }))
  split('tvarit_bulk_jobs', 'Bulk coupon jobs by status.', 'status', (f) => f.bulk_jobs)
  value(
    'tvarit_audit_unsealed_seconds',
    'Age of the oldest entry of the audit log that no seal covers; 0 without.',
    (f) => f.audit_unsealed_seconds ?? 0,
  )
  value('tvarit_audit_broken', '1 when the last check of the seals found the audit log changed.', (f) =>
    f.audit_broken ? 1 : 0,
  )
  value('tvarit_audit_check_seconds', 'How long ago its seals were last checked.', (f) => f.audit_check_seconds)
  value(
    'tvarit_retention_seconds',
    'How long ago the retention rule ran that has not run for longest.',
    (f) => f.retention_seconds ?? 0,
  )
  const optional = (name: string, help: string, of: (gauges: Gauges) => number | null) =>
    gauge(name, help, [], async (own) => {
      const found = of((await fresh())[0])
      if (found === null) own.remove({})
      else own.set(found)
    })
  optional('tvarit_backup_age_seconds', 'Age of the last complete backup.', (f) => f.backup_seconds)
  optional('tvarit_backup_wal_age_seconds', 'Age of the last archived log of the database.', (f) => f.wal_seconds)
  gauge('tvarit_synthetic_ok', '1 while the newest synthetic scan was good.', [], async (own) => {
    const { scan } = (await fresh())[0]
    if (scan) own.set(scan.ok ? 1 : 0)
    else own.remove({})
  })
  optional(
    'tvarit_synthetic_good_seconds',
    'Seconds since the last good synthetic scan.',
    (f) => f.scan?.good_seconds_ago ?? null,
  )
  gauge('tvarit_synthetic_stage_seconds', 'How long each stage of the newest one took.', ['stage'], async (own) => {
    const stages = Object.entries((await fresh())[0].scan?.stages ?? {})
    for (const [stage, ms] of stages) own.set({ stage }, ms / 1000)
  })
  hour(
    'tvarit_messages_last_hour',
    'Messages of the last hour by what has become of them.',
    ['channel', 'template', 'audience', 'state', 'uncertain'],
    (own, { messages }) => {
      for (const { n, uncertain, ...labels } of messages) own.set({ ...labels, uncertain: String(uncertain) }, n)
    },
  )
  hour('tvarit_codes_last_hour', 'One-time codes of the last hour.', ['purpose', 'state'], (own, { codes }) => {
    for (const { purpose, sent, used } of codes) {
      own.set({ purpose, state: 'sent' }, sent)
      own.set({ purpose, state: 'used' }, used)
    }
  })
  hour(
    'tvarit_codes_busiest_prefix',
    'Unused codes of the last hour to the series of numbers (first five digits) that got most.',
    [],
    (own, { busiest_prefix }) => own.set(busiest_prefix),
  )
  gauge('tvarit_provider_breaker_open', '1 while a provider is left alone because it failed.', ['provider'], (own) => {
    for (const { provider, open } of breakers()) own.set({ provider }, open ? 1 : 0)
    return Promise.resolve()
  })
  const depth = sharedLook(() => Promise.all(QUEUES.map((name) => queues.get(name)!.getJobCounts(...QUEUE_STATES))))
  gauge('tvarit_queue_store_up', 'Whether this worker reads the queues.', ['store'], async (own) =>
    own.set(
      { store },
      await depth().then(
        () => 1,
        () => 0,
      ),
    ),
  )
  gauge('tvarit_queue_jobs', 'Jobs in the queues by state.', ['queue', 'state'], async (own) => {
    for (const [index, counts] of (await depth()).entries()) {
      for (const [state, n] of Object.entries(counts)) own.set({ queue: QUEUES[index]!, state }, n)
    }
  })
}

/** One read for all callers within `FRESH_MS`, failed or not; no caller waits longer than 3 s. */
function sharedLook<T>(look: () => Promise<T>): () => Promise<T> {
  let at = Number.NEGATIVE_INFINITY
  let last: Promise<T>
  return () => {
    if (performance.now() - at > FRESH_MS) {
      at = performance.now()
      last = withTimeout(3_000, look)
      last.catch(() => {})
    }
    return last
  }
}
