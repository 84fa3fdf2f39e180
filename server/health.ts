import { isMigrated } from '@tvarit/migrations/migrate'
import express, { type Router } from 'express'
import { sql } from 'kysely'
import type { ProcessCtx } from './trpc/request-context.ts'

/** `/healthz`: this process answers and its live reader moves. `/readyz`: it can serve (database there and migrated). */
export function healthRoutes(base: ProcessCtx): Router {
  const router = express.Router()
  router.get('/healthz', (_request, response) => {
    const live_idle_ms = base.live.idle_ms()
    response
      .status(200)
      .json({ status: 'alive', pid: process.pid, instance: process.env.INSTANCE ?? null, live_idle_ms })
  })
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
