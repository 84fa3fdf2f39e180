import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { migrateToLatest } from '@tvarit/migrations/migrate'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tvarit/shared/platform/database/embedded-postgres'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { migrateQueues } from '@tvarit/shared/platform/queues/queues'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

export interface OwnPostgres extends AsyncDisposable {
  url: string
  folder: string
  /** SIGKILL for the postmaster and all its children, as a machine that loses power would. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** A PostgreSQL that a test may kill, without anything in it when the folder is new. */
export async function startOwnPostgres(dir?: string): Promise<OwnPostgres> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-own-'))
  fs.chmodSync(folder, 0o755)
  const place = { dir: dir ?? path.join(folder, 'pg'), port: await freePort(), password: 'test', database: 'tvarit' }
  let running: EmbeddedPostgres = await startEmbeddedPostgres(place)
  return {
    url: running.url,
    folder: place.dir,
    async kill() {
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(running.pid)], { encoding: 'utf8' })
      for (const each of [running.pid, ...children.trim().split(/\s+/).map(Number)]) {
        try {
          process.kill(each, 'SIGKILL')
        } catch {
          // It ended meanwhile, as those of autovacuum do.
        }
      }
      await running.exited
    },
    async start() {
      running = await startEmbeddedPostgres(place)
    },
    stop: () => running.stop(),
    async [Symbol.asyncDispose]() {
      await running.stop()
      fs.rmSync(folder, { recursive: true, force: true })
      fs.rmSync(place.dir, { recursive: true, force: true })
    },
  }
}

/** The schema of the product and of its queues. */
export async function migrateAll(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  await migrateToLatest(new Kysely<never>({ dialect: new PostgresDialect({ pool }) }))
  await pool.end()
  await migrateQueues(url)
}

/** Copies the files of a running PostgreSQL; again when one went away meanwhile. */
function copyLive(from: string, to: string): void {
  const filter = (file: string) => !/postmaster\.(pid|opts)$|pg_wal\/.+/.test(file)
  for (let tries = 0; ; tries++) {
    try {
      return fs.cpSync(from, to, { recursive: true, filter })
    } catch (error) {
      if (tries === 20 || (error as { code?: string }).code !== 'ENOENT') throw error
    }
  }
}

/**
 * A copy of a running PostgreSQL as pg_basebackup makes it: files first, in whatever state they are, then everything the
 * log says about them. `meanwhile` runs between begin and end. The copy starts as a database of its own.
 */
export async function takeBaseBackup(url: string, from: string, to: string, meanwhile: () => Promise<void>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('fault test', fast => true)`)
    copyLive(from, to)
    await meanwhile()
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    fs.cpSync(path.join(from, 'pg_wal'), path.join(to, 'pg_wal'), { recursive: true })
    fs.writeFileSync(path.join(to, 'backup_label'), rows[0]!.labelfile)
    fs.chmodSync(to, 0o700)
  } finally {
    await client.end()
  }
}

/** Rows and their checksum for every table of the product. */
export async function fingerprint(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'bullmq') and table_type = 'BASE TABLE' order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of rows) {
      const table = await client.query<{ print: string }>(
        `select count(*) || ' rows ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as print from ${name} t`,
      )
      found[name] = table.rows[0]!.print
    }
    return found
  } finally {
    await client.end()
  }
}
