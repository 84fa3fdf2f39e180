import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Config, readConfig } from '@tvarit/shared/platform/settings/config'
import type { Actor, Ctx } from '@tvarit/shared/platform/context'
import { createDatabase, createPool, type Db } from '@tvarit/shared/platform/database/database'
import { createLog } from '@tvarit/shared/platform/log/log'
import { createStorage } from '@tvarit/shared/platform/storage/create-storage'
import { type RunningServer, startServer } from '@tvarit/server/app'
import { type RunningWorker, startWorker } from '@tvarit/worker/worker'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { appUrl } from './app-url.ts'

export interface World {
  /** Address of the (first) server. */
  url: string
  config: Config
  /** The settings as text, for processes of their own. */
  environment: Record<string, string>
  /** As the owner of the tables: arranges and looks. The product runs as a role that may do less. */
  db: Db
  pool: pg.Pool
  server: RunningServer | null
  worker: RunningWorker | null
  /** A context for calling verbs directly. */
  ctx(actor?: Actor | null): Ctx
  /** Another server on the same database, with other settings if given; stopped with the world. */
  anotherServer(settings?: Partial<Config>): Promise<RunningServer>
  /** Lets time pass by moving everything that has happened into the past: every timestamp column of every table. */
  advanceTime(milliseconds: number): Promise<void>
  /** Empties tables and what refers to them. */
  empty(...tables: string[]): Promise<void>
  stop(): Promise<void>
}

interface Options {
  /** Queues on the run's Redis instead of PostgreSQL. */
  redis?: boolean
  server?: boolean
  worker?: boolean
  /** Serve the built web client too (browser tests). */
  web?: boolean
  settings?: Record<string, string>
  /** Says "try again" as soon as the product does when all connections are busy; else what a test asks for comes. */
  impatient?: boolean
  /** Gets every log line instead of standard output. */
  log_to?: (line: string) => void
  /** A migrated database of one's own instead of a copy on the run's PostgreSQL. */
  database_url?: string
}

/** A world for every test of the file whose first lines ask for it; stopped after the last. */
export async function fileWorld(options?: Options): Promise<World> {
  const world = await createWorld(options)
  afterAll(() => world.stop())
  return world
}

/** A product of one's own: own database (a copy of the migrated template), real server and worker in this process. */
export async function createWorld(options: Options = {}): Promise<World> {
  const { server: withServer = true, worker: withWorker = true, web = false } = options
  if (web && inject('web_problem')) throw new Error(inject('web_problem'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const owner_url = options.database_url ?? (await copyTemplate(name))
  const url = options.database_url ?? appUrl(owner_url)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-world-'))
  const port = await freePort()
  const environment: Record<string, string> = {
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: folder,
    DATABASE_URL: url,
    SECRET_KEY: 'test-secret-key-test-secret-key-0123',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    SWEEP_SECONDS: '0.5',
    // Tests are the same at any hour.
    NIGHT_HOURS: '0-0',
    // The run keeps the machine busy; whatever waits for an idle processor would wait for its end.
    BULK_PRIORITY: 'normal',
    ...(options.redis ? { REDIS_URL: await ownRedisDatabase() } : {}),
    ...options.settings,
  }
  const config = readConfig(environment)
  const log = createLog('test', config.LOG_LEVEL, options.log_to && { write: options.log_to })
  const patient = { log, connect_timeout_ms: 60_000 }
  const pool = createPool({ url: owner_url, max: 5, name: 'test', statement_timeout_ms: 120_000, ...patient })
  const db = createDatabase(pool)
  const productDb = createDatabase(createPool({ url, max: 5, name: 'test-product', ...patient }))
  const served = { without_web: !web, ...(options.impatient ? {} : { connection_wait_ms: 60_000 }) }
  const server = withServer ? await startServer(config, log, served) : null
  const worker = withWorker ? startWorker(config, log) : null
  await worker?.ready
  const more: RunningServer[] = []
  return {
    url: server?.url ?? '',
    config,
    environment,
    db,
    pool,
    server,
    worker,
    ctx: (actor = null) => ({
      db: productDb,
      config,
      log,
      storage: createStorage(config),
      actor,
      ip: '203.0.113.7',
      user_agent: 'test',
    }),
    async anotherServer(settings = {}) {
      const another = await startServer({ ...config, ...settings, PORT: await freePort() }, log, served)
      more.push(another)
      return another
    },
    advanceTime: (milliseconds) => advanceTime(pool, milliseconds),
    empty: (...tables) => empty(pool, tables),
    async stop() {
      await Promise.all([...more.map((each) => each.stop()), server?.stop(), worker?.stop()])
      await Promise.all([db.destroy(), productDb.destroy()])
      if (!options.database_url) await dropDatabase(name)
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

const databaseUrl = (name: string) => inject('postgres_url').replace(/\/[^/]+$/, `/${name}`)

/** Copies the template; two copies at the same moment reject each other, so a rejected one tries again. */
async function copyTemplate(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl('postgres') })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(1)`)
    await client.query(`create database ${name} template tvarit_template strategy file_copy`)
  } finally {
    await client.end()
  }
  return databaseUrl(name)
}

async function dropDatabase(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl('postgres') })
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  await client.end()
}

/** One of Redis's numbered databases per test file, emptied first, so that files do not see each other's jobs. */
async function ownRedisDatabase(): Promise<string> {
  const { Redis } = await import('ioredis')
  const index = Number(process.env.VITEST_POOL_ID ?? '1') % 16
  const url = `${inject('redis_url')}/${index}`
  const client = new Redis(url)
  await client.flushdb()
  client.disconnect()
  return url
}

/** Truncating locks whole tables, and readers of the running product may hold them in another order. */
async function empty(pool: pg.Pool, tables: string[]): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return void (await pool.query(`truncate ${tables.join(', ')} restart identity cascade`))
    } catch (error) {
      if (tries === 5 || (error as { code?: string }).code !== '40P01') throw error
    }
  }
}

async function advanceTime(pool: pg.Pool, milliseconds: number): Promise<void> {
  const columns = await pool.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name not like 'kysely%'
     group by table_name`,
  )
  for (const { table, columns: names } of columns.rows) {
    const moves = names.map((column) => `"${column}" = "${column}" - $1 * interval '1 millisecond'`)
    await pool.query(`update "${table}" set ${moves.join(', ')}`, [milliseconds])
  }
  await pool.query(`update rate_limits set expire = expire - $1`, [milliseconds])
}
