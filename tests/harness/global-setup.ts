import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { grantAppRole } from '@tvarit/migrations/app-role'
import { migrateToLatest } from '@tvarit/migrations/migrate'
import { startEmbeddedPostgres } from '@tvarit/shared/platform/database/embedded-postgres'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { migrateQueues } from '@tvarit/shared/platform/queues/queues'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { buildGazetteer } from '../../scripts/build-gazetteer.ts'
import { buildWebClient } from '../../scripts/build-web-client.ts'
import { appUrl } from './app-url.ts'
import { provideRedis } from './provide-redis.ts'

const TEMPLATE = 'tvarit_template'

/**
 * Once per run: a real PostgreSQL with a migrated template database (each test file copies it), a real Redis, the built
 * web client. What cannot be provided fails the run with a sentence that says what to install.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-test-'))
  fs.chmodSync(folder, 0o755)
  buildGazetteer()
  const web = buildWebClient().then(
    () => '',
    (error: Error) => error.message,
  )
  const starting = Promise.allSettled([
    startEmbeddedPostgres({
      dir: path.join(folder, 'postgres'),
      port: await freePort(),
      password: 'test',
      database: TEMPLATE,
      max_connections: 400,
    }),
    provideRedis(folder),
  ])
  const [postgresStart, redisStart] = await starting
  const stop = async () => {
    if (redisStart.status === 'fulfilled') await redisStart.value.stop()
    if (postgresStart.status === 'fulfilled') await postgresStart.value.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  if (postgresStart.status === 'rejected' || redisStart.status === 'rejected') {
    await stop()
    throw postgresStart.status === 'rejected' ? postgresStart.reason : (redisStart as PromiseRejectedResult).reason
  }
  const postgres = postgresStart.value
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
  await migrateToLatest(db)
  await migrateQueues(postgres.url)
  await grantAppRole(db, appUrl(postgres.url))
  // A machine that loses its power ends the run anyway: nothing waits for the disk.
  for (const setting of ['fsync', 'full_page_writes']) await pool.query(`alter system set ${setting} = off`)
  // A third of what a connection costs is the check of its password, and a run makes thousands. Other roles are checked.
  const rules = ['tvarit,tvarit_app 127.0.0.1/32 trust', 'all 127.0.0.1/32 scram-sha-256'].map(
    (rule) => `host all ${rule}\n`,
  )
  fs.writeFileSync(path.join(folder, 'postgres/pg_hba.conf'), rules.join(''))
  await pool.query('select pg_reload_conf()')
  await pool.end()
  project.provide('postgres_url', postgres.url)
  project.provide('redis_url', redisStart.value.url)
  // Browser tests fail with the build's own words, others that start a server say that it is not built.
  project.provide('web_problem', await web)
  return stop
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres_url: string
    redis_url: string
    web_problem: string
  }
}
