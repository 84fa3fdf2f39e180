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

/** A counter of failed queries by the class of their SQLSTATE, for `createDatabase`. */
export function observeDatabaseErrors(registry: Registry): (error: unknown) => void {
  const errors = new Counter({
    name: 'tvarit_database_errors_total',
    help: 'Failed queries by class of SQLSTATE: 23 refused by a constraint, 40 retried conflicts, 53 and 57 the server gave up, connection is no answer.',
    labelNames: ['class'],
    registers: [registry],
  })
  return (error) => {
    const { code } = error as { code?: unknown }
    errors.inc({ class: typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : 'connection' })
  }
}
