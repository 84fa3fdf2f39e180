import { isMigrated } from '@tvarit/migrations/migrate'
import { type Life, sendLife } from '@tvarit/shared/platform/metrics/private-port'
import express, { type Router } from 'express'
import { sql } from 'kysely'
import type { LiveHub } from './live/live-hub.ts'
import type { ProcessCtx } from './context/request-context.ts'

/** A read of the live hub ends within this, well or not: every step of it has a timeout. A longer one hangs. */
const READER_STUCK_MS = 10_000

/**
 * Whether this process should be started again: its live reader hangs. A database that is away is no reason, since a
 * new process would not find it either. The reader then fails, and a failing reader still moves.
 */
export function serverLife(live: Pick<LiveHub, 'idle_ms' | 'stuck_ms'>): Life {
  const stuck_ms = live.stuck_ms()
  const reasons = stuck_ms > READER_STUCK_MS ? [`The live reader has hung for ${Math.round(stuck_ms / 1000)} s.`] : []
  const detail = { pid: process.pid, instance: process.env.INSTANCE ?? null, live_idle_ms: live.idle_ms() }
  return { reasons, detail }
}

/** `/healthz`: this process answers and its live reader moves. `/readyz`: it can serve (database there and migrated). */
export function healthRoutes(base: ProcessCtx): Router {
  const router = express.Router()
  router.get('/healthz', (_request, response) => sendLife(response, serverLife(base.live)))
  router.get('/readyz', async (_request, response) => {
    try {
      await sql`select 1`.execute(base.db)
      const migrated = await isMigrated(base.db as never)
      response.status(migrated ? 200 : 503).json({ status: migrated ? 'ready' : 'migrations are missing' })
    } catch {
      response.status(503).json({ status: 'database is away' })
    }
  })
  return router
}
