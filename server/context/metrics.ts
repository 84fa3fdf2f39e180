import { observeDatabaseErrors, observePools } from '@tvarit/shared/platform/metrics/database-metrics'
import type pg from 'pg'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { LiveMetrics } from '../live/live-hub.ts'

/** Why a press was not accepted. */
export type PressFailure = 'bad_input' | 'unknown_sticker' | 'unavailable' | 'fault'

/** What one server process counts; deploy/monitoring/alert-rules.yml has the promise behind each. */
export interface ServerMetrics {
  registry: Registry
  live: LiveMetrics
  database_error(error: unknown): void
  database_takes_writes(): boolean
  press_committed(outcome: 'raised' | 'joined', seconds: number): void
  press_failed(reason: PressFailure): void
  rejected(procedure: string, code: string): void
  procedure_failed(procedure: string): void
  request_answered(request: { route: string; method: string; status: number; seconds: number }): void
}

const FAST = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Each process has a registry of its own: nothing here is shared between processes, Prometheus adds them up. */
export function createServerMetrics(): ServerMetrics {
  const registry = new Registry()
  const registers = [registry]
  const database = observeDatabaseErrors(registry)
  const committed = new Histogram({
    name: 'tvarit_press_commit_seconds',
    help: 'From the arrival of a press to its committed alert.',
    labelNames: ['outcome'],
    buckets: FAST,
    registers,
  })
  const presses = { raised: committed.labels('raised'), joined: committed.labels('joined') }
  const failed = new Counter({
    name: 'tvarit_press_failures_total',
    help: 'Presses that were not accepted, by reason.',
    labelNames: ['reason'],
    registers,
  })
  const reached = new Histogram({
    name: 'tvarit_press_console_seconds',
    help: 'From the start of the transaction of a press until it was written to every console of this process.',
    buckets: FAST,
    registers,
  })
  const started = new Counter({
    name: 'tvarit_live_starts_total',
    help: 'Consoles that came or came back, by where what they had missed was read from.',
    labelNames: ['from'],
    registers,
  })
  const rejections = new Counter({
    name: 'tvarit_domain_errors_total',
    help: 'Calls that were rejected, by procedure and code.',
    labelNames: ['procedure', 'code'],
    registers,
  })
  const faults = new Counter({
    name: 'tvarit_procedure_faults_total',
    help: 'Calls that failed by a fault of ours.',
    labelNames: ['procedure'],
    registers,
  })
  const requests = new Histogram({
    name: 'tvarit_http_request_seconds',
    help: 'HTTP requests by route template, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.01, 0.05, 0.25, 1, 5],
    registers,
  })
  // Known from the start, so that a rule sees them rise from 0.
  for (const reason of ['bad_input', 'unknown_sticker', 'unavailable', 'fault']) failed.inc({ reason }, 0)
  return {
    registry,
    live: {
      reached_consoles: (seconds) => reached.observe(seconds),
      console_started: (from) => started.inc({ from }),
    },
    database_error: database.failed,
    database_takes_writes: database.takes_writes,
    press_committed: (outcome, seconds) => presses[outcome].observe(seconds),
    press_failed: (reason) => failed.inc({ reason }),
    rejected: (procedure, code) => rejections.inc({ procedure, code }),
    procedure_failed: (procedure) => faults.inc({ procedure }),
    request_answered: ({ route, method, status, seconds }) =>
      requests.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, seconds),
  }
}

/** Registers the gauges that are read at the scrape. */
export function observeServer(
  registry: Registry,
  sources: { pools: Record<string, pg.Pool>; consoles(): number; sockets(): number; reader_idle_ms(): number },
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  observePools(registry, sources.pools)
  gauge('tvarit_live_consoles', 'Consoles attached to this process.', sources.consoles)
  gauge('tvarit_live_sockets', 'Open WebSockets of this process.', sources.sockets)
  gauge(
    'tvarit_live_reader_idle_seconds',
    'Seconds since the live reader last read the database.',
    () => sources.reader_idle_ms() / 1000,
  )
}
