import type { QueueName } from '@tvarit/shared/contracts/jobs'
import type { Config } from '@tvarit/shared/platform/settings/config'
import { createDatabase, createPool } from '@tvarit/shared/platform/database/database'
import type { Log } from '@tvarit/shared/platform/log/log'
import { observePools } from '@tvarit/shared/platform/metrics/database-metrics'
import { openPrivatePort, type Probes } from '@tvarit/shared/platform/metrics/private-port'
import type { Queue } from 'bullmq'
import type pg from 'pg'
import { observeProduct, type WorkerMetrics } from './metrics.ts'

interface Watched {
  config: Config
  log: Log
  metrics: WorkerMetrics
  queues: Map<QueueName, Queue>
  pool: pg.Pool
  breakers(): { provider: string; open: boolean }[]
}

/** Opens the private port for monitoring, with one connection of its own, so that a scrape takes none from the work. */
export async function openMetricsServer(watched: Watched, probes: Probes) {
  const { config, log, metrics, queues, breakers } = watched
  if (config.METRICS_PORT === undefined) return { url: null, close: () => Promise.resolve() }
  const pool = createPool({
    url: config.DATABASE_URL,
    max: 1,
    name: 'tvarit-metrics',
    log,
    statement_timeout_ms: 3_000,
  })
  const db = createDatabase(pool)
  observePools(metrics.registry, { jobs: watched.pool })
  const store = config.REDIS_URL ? 'redis' : 'database'
  observeProduct(metrics.registry, { db, queues, store, breakers, takes_writes: metrics.database_takes_writes })
  const port = await openPrivatePort(config, metrics.registry, probes)
  return {
    url: port?.url ?? null,
    async close() {
      await port?.close()
      await db.destroy()
    },
  }
}
