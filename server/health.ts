import { isMigrated } from '@tvarit/migrations/migrate'
import { type HealthReport, sendHealth, sendReadiness } from '@tvarit/shared/platform/metrics/private-port'
import type { Db } from '@tvarit/shared/platform/database/database'
import express, { type Router } from 'express'
import { sql } from 'kysely'
import type { LiveHub } from './live/live-hub.ts'
import type { ProcessCtx } from './context/request-context.ts'

/** A read of the live hub ends within this, well or not: every step of it has a timeout. A longer one hangs. */
const READER_STUCK_MS = 10_000
/** The live hub reads each second, on a connection of its own. */
const READER_AWAY_MS = 5_000

/**
 * Whether this process should be started again: its live reader hangs. A database that is away is no reason, since a
 * new process would not find it either. The reader then fails, and a failing reader still moves.
 */
export function serverLife(live: Pick<LiveHub, 'idle_ms' | 'stuck_ms'>): HealthReport {
  const stuck_ms = live.stuck_ms()
  const reasons = stuck_ms > READER_STUCK_MS ? [`The live reader has hung for ${Math.round(stuck_ms / 1000)} s.`] : []
  const detail = { pid: process.pid, instance: process.env.INSTANCE ?? null, live_idle_ms: live.idle_ms() }
  return { reasons, detail }
}

/** Whether this process can serve: the live reader reads, writes succeed, all is migrated. */
export function serverReadiness(base: ProcessCtx, alertDb: Db): () => Promise<string> {
  let migrated = false
  return async () => {
    // Asked only until it is so: a busy office, whose connections these are, must not take presses and consoles away.
    migrated ||= await isMigrated(base.db as never).catch(() => false)
    // A reader that fails for a reason of its own takes no press away.
    const reached = base.live.idle_ms() <= READER_AWAY_MS || (await answers(alertDb))
    if (!reached) return 'database is away'
    if (!base.metrics.database_takes_writes()) return 'database takes no writes'
    return migrated ? 'ready' : 'migrations are missing'
  }
}

/** `/healthz`: this process answers and its live reader moves. `/readyz`: it can serve. */
export function healthRoutes(base: ProcessCtx, readiness: () => Promise<string>): Router {
  const router = express.Router()
  router.get('/healthz', (_request, response) => sendHealth(response, serverLife(base.live)))
  router.get('/readyz', async (_request, response) => sendReadiness(response, await readiness()))
  return router
}

const answers = (db: Db): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
