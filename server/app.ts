import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { reportEvery } from '@tvarit/shared/domain/operations/overview/report-every'
import { type Config, ConfigError } from '@tvarit/shared/platform/settings/config'
import { createDatabase, createPool } from '@tvarit/shared/platform/database/database'
import type { Log } from '@tvarit/shared/platform/log/log'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import { openPrivatePort } from '@tvarit/shared/platform/metrics/private-port'
import { disksOf, observeProcess } from '@tvarit/shared/platform/metrics/process-metrics'
import { createStorage } from '@tvarit/shared/platform/storage/create-storage'
import compression from 'compression'
import express, { type Express } from 'express'
import { healthRoutes, serverLife, serverReadiness } from './health.ts'
import { startLiveHub } from './live/live-hub.ts'
import { attachSockets } from './live/sockets.ts'
import { createServerMetrics, observeServer } from './context/metrics.ts'
import { pageErrors, publicPages } from './pages/public-pages.ts'
import { bulkZip } from './rest/bulk-zip.ts'
import { apiDocs } from './rest/api-docs.ts'
import { couponQr } from './rest/coupon-qr.ts'
import { drivePosition } from './rest/drive-position.ts'
import { endStalled } from './rest/end-stalled.ts'
import { devInbox } from './rest/dev-inbox.ts'
import { fileRoutes } from './rest/file-routes.ts'
import { mountRest, restErrors } from './rest/mount-rest.ts'
import { receiptRoutes } from './rest/receipt-routes.ts'
import { scanApi } from './rest/scan-api.ts'
import { csvFiles } from './rest/csv-files.ts'
import { formBounds, requestBounds } from './rest/request-bounds.ts'
import { requestLog } from './request-log.ts'
import { appRouter } from './routers/app-router.ts'
import { mapFile } from './rest/map-file.ts'
import { noStore, securityHeaders, transportHeaders } from './security-headers.ts'
import { declaredProcedures } from './trpc/declared-procedures.ts'
import { trpcErrors, trpcHandler } from './trpc/trpc-handler.ts'
import type { ProcessCtx } from './context/request-context.ts'
import { webClient } from './web-client.ts'

export interface RunningServer {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  url: string
  /** Where `/metrics` is, with the setting METRICS_PORT. */
  private_url: string | null
  ctx: ProcessCtx
  /** Stops accepting, asks consoles to reconnect elsewhere, finishes what runs, closes everything. */
  stop(): Promise<void>
}

/**
 * Starts one server process: HTTP, live hub, sockets. For tests: `without_web` leaves the built client out, and a
 * longer `connection_wait_ms` lets a slow machine answer late instead of "try again".
 */
export async function startServer(
  config: Config,
  log: Log,
  options: { without_web?: boolean; connection_wait_ms?: number } = {},
): Promise<RunningServer> {
  const storage = createStorage(config)
  // When all its connections are busy, an early "try again" is worth more than a late answer.
  const pool = createPool({
    url: config.DATABASE_URL,
    max: 15,
    name: 'tvarit-server',
    log,
    connect_timeout_ms: options.connection_wait_ms ?? 2_000,
  })
  // Alerts have connections of their own: lists, logins and uploads cannot use them up.
  const alertPool = createPool({
    url: config.DATABASE_URL,
    max: 6,
    name: 'tvarit-alerts',
    log,
    connect_timeout_ms: options.connection_wait_ms ?? 5_000,
    statement_timeout_ms: 5_000,
    by_keys: true,
  })
  const metrics = createServerMetrics()
  const db = createDatabase(pool, { on_error: metrics.database_error })
  const alertDb = createDatabase(alertPool, { on_error: metrics.database_error, prepare: 'all' })
  const live = startLiveHub({ db: alertDb, config, log, metrics: metrics.live })
  const base: ProcessCtx = { db, config, log, storage, live, metrics }
  const readiness = serverReadiness(base, alertDb)
  const app = createApp(base, { ...base, db: alertDb }, readiness, options.without_web ?? false)
  const server = http.createServer({ keepAliveTimeout: 65_000, headersTimeout: 20_000, requestTimeout: 60_000 }, app)
  const sockets = attachSockets(server, base, live)
  observeServer(metrics.registry, {
    pools: { office: pool, alerts: alertPool },
    consoles: live.size,
    sockets: sockets.count,
    reader_idle_ms: live.idle_ms,
  })
  const privatePort = await openPrivatePort(config, metrics.registry, { life: () => serverLife(live), readiness })
  await listen(server, config)
  const reports = reportEvery(log, db, 'server', () => ({ screens: live.size() }))
  observeProcess(metrics.registry, { clock_skew_seconds: reports.clock_skew_seconds, disks: disksOf(config) })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${config.HOST}:${port}`,
    private_url: privatePort?.url ?? null,
    ctx: base,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      // A connection that is kept open and in use, as a balancer's, would be cut in the middle of a later request.
      server.keepAliveTimeout = 1
      server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
      await sockets.stop()
      server.closeIdleConnections()
      const force = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
      await closed
      clearTimeout(force)
      await live.stop()
      await reports.stop()
      await privatePort?.close()
      await Promise.all([db.destroy(), alertDb.destroy()])
    },
  }
}

function createApp(
  base: ProcessCtx,
  alertBase: ProcessCtx,
  readiness: () => Promise<string>,
  without_web: boolean,
): Express {
  const { config } = base
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', config.TRUST_PROXY)
  app.set('query parser', 'simple')
  app.use(transportHeaders({ https: config.PUBLIC_URL.startsWith('https://') }))
  app.use(requestLog(base, new Set(declaredProcedures(appRouter).keys())))
  app.use(endStalled())
  app.use(requestBounds())
  app.use(['/a', '/api', '/trpc'], formBounds())
  app.use(scanApi(alertBase))
  app.use(drivePosition(base))
  app.use(compression())
  app.use(publicPages(base, alertBase))
  app.use(healthRoutes(base, readiness))
  app.use(
    securityHeaders({
      images: originOf(config.MAP_TILE_URL),
      asked: originOf(config.MAP_PMTILES),
    }),
  )
  app.use(['/api', '/trpc'], noStore)
  app.use('/trpc', trpcHandler(base, appRouter))
  app.use(receiptRoutes(base))
  app.use(apiDocs(base, appRouter))
  app.use(csvFiles(base))
  app.use(mountRest(base, appRouter))
  app.use(couponQr(base))
  app.use(bulkZip(base))
  const inboxes = [config.SMS_PROVIDERS, config.WHATSAPP_PROVIDERS, config.VOICE_PROVIDERS]
  if (inboxes.some((providers) => providers.includes('console'))) app.use(devInbox(base))
  app.use(fileRoutes(base))
  app.use(mapFile(base))
  app.use('/api', () => {
    throw new DomainError('NOT_FOUND', 'This address does not exist.')
  })
  if (!without_web) app.use(webClient(config))
  app.use('/trpc', trpcErrors)
  app.use(pageErrors(base))
  app.use(restErrors(base))
  return app
}

/** The origin of an address; none for a name in our file store or a setting that is left out. */
const originOf = (address = ''): string[] => {
  const origin = URL.parse(address)?.origin
  return origin ? [origin] : []
}

/** Connections that may wait to be taken. Above it the system drops what comes, and a phone asks again after 1, 3 and 7 s. */
const BACKLOG = 4096

/** How long requests that run at the end may take: a press waits for its sticker and its rows up to seven seconds. */
const LAST_ANSWERS_MS = 8_000

function listen(server: http.Server, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${config.PORT} is taken: stop whatever uses it or choose another with PORT.`
      reject(error.code === 'EADDRINUSE' ? new ConfigError(taken, { cause: error }) : error)
    })
    server.listen(config.PORT, config.HOST, BACKLOG, () => resolve())
  })
}
