import type { Database } from '@tvarit/migrations/database'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { type Log, partWorks } from '../log/log.ts'
import { preparingPool } from './prepared-statements.ts'

export type { Database }
/** A connection pool or an open transaction: verbs do not care which. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

// Identity values and counts stay below 2^53; days stay text, a Date would shift them by the time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

interface PoolOptions {
  url: string
  max: number
  name: string
  log: Log
  statement_timeout_ms?: number
  /** How long a query waits for a connection. */
  connect_timeout_ms?: number
  /** All its statements look up rows by keys. */
  by_keys?: boolean
  /** More settings of each connection, as `-c name=value`. */
  session?: string
}

/**
 * A prepared statement keeps its query plan: one made while a table was nearly empty would go on reading all of it. A
 * pool whose statements all look up by keys is therefore opened without scans, hash and merge joins.
 */
const BY_KEYS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'

/** A pool that survives a failing server: errors of idle and of checked-out clients are logged, never thrown. */
export function createPool(options: PoolOptions): pg.Pool {
  const timeout = options.statement_timeout_ms ?? 15_000
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.name,
    // An answer that a cut network swallowed would be waited for until the system's first probe, after two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: options.connect_timeout_ms ?? 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: timeout,
    // The server's own cannot arrive over a network that was cut while it worked.
    query_timeout: timeout + 2_000,
    idle_in_transaction_session_timeout: timeout,
    // Our queries take milliseconds; starting parallel workers or compiling them would take longer than running them. A
    // count that goes on where another ended reads pages that no one has read for years.
    options: [
      '-c max_parallel_workers_per_gather=0 -c jit=off -c synchronize_seqscans=off',
      ...(options.by_keys ? [BY_KEYS] : []),
      ...(options.session ? [options.session] : []),
    ].join(' '),
  })
  pool.on('error', (error) => options.log.warn({ error, part: 'database' }, 'connection lost'))
  // `pool.on('error')` does not catch a client that dies while a transaction holds it: that would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    partWorks(options.log, 'database')
  })
  return pool
}

interface DatabaseOptions {
  /** Hears of every query that failed, for the metrics. */
  on_error?: (error: unknown) => void
  /** Which statements are prepared; by default those that ask for it. `all` is for pools that look up `by_keys`. */
  prepare?: 'all' | 'marked'
}

/** Kysely over a pool: prepares the statements that ask for it, and reports failed queries to `on_error`. */
export function createDatabase(pool: pg.Pool, { on_error, prepare = 'marked' }: DatabaseOptions = {}): Db {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: preparingPool(pool, prepare) }),
    log(event) {
      if (event.level === 'error') on_error?.(event.error)
    },
  })
}

/** True when `error` is a unique violation, optionally of the named index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const failure = error as { code?: string; constraint?: string } | null
  return failure?.code === '23505' && (constraint === undefined || failure.constraint === constraint)
}

/** True when `error` is a violation of the named foreign key (or of any). */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  const failure = error as { code?: string; constraint?: string } | null
  return failure?.code === '23503' && (constraint === undefined || failure.constraint === constraint)
}

/** True when a lock was not had within its `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: string } | null)?.code === '55P03'
