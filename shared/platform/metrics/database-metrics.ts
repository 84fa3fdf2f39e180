import type pg from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Connections of each pool as they are at the scrape. */
export function observePools(registry: Registry, pools: Record<string, pg.Pool>): void {
  const connections: Gauge = new Gauge({
    name: 'tvarit_database_connections',
    help: 'Connections of a pool; waiting are queries that have none yet.',
    labelNames: ['pool', 'state'],
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'in_use' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
      }
    },
    registers: [],
  })
  registry.registerMetric(connections)
}

/** The database only reads (25006), its disk is full (53100) or fails (58030). */
const WRITE_REJECTED = new Set<unknown>(['25006', '53100', '58030'])
/** Every process writes its report each 5 s, so a rejection comes again before this ends. */
const REJECTED_MS = 15_000

/**
 * Failed queries, as `createDatabase` reports them: a counter by the class of their SQLSTATE, and whether the database has
 * rejected to write in the last 15 s.
 */
export function observeDatabaseErrors(registry: Registry): { failed(error: unknown): void; takes_writes(): boolean } {
  let rejected_at = Number.NEGATIVE_INFINITY
  const takes_writes = () => performance.now() - rejected_at > REJECTED_MS
  const errors = new Counter({
    name: 'tvarit_database_errors_total',
    help: 'Failed queries by class of SQLSTATE: 23 rejected by a constraint, 40 retried conflicts, 53 and 57 the server gave up, connection is no answer.',
    labelNames: ['class'],
    registers: [registry],
  })
  const writes: Gauge = new Gauge({
    name: 'tvarit_database_takes_writes',
    help: '0 while writes of this process fail: the database only reads, or its disk is full.',
    registers: [],
    collect() {
      this.set(takes_writes() ? 1 : 0)
    },
  })
  registry.registerMetric(writes)
  const failed = (error: unknown) => {
    const { code } = error as { code?: unknown }
    if (WRITE_REJECTED.has(code)) rejected_at = performance.now()
    errors.inc({ class: typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : 'connection' })
  }
  return { failed, takes_writes }
}
