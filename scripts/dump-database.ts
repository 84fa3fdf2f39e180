/**
 * `npm run database:dump --silent > tvarit.dump`: the embedded PostgreSQL of a stopped `npm start` in pg_dump's custom
 * format, for an external one. Needs pg_dump 18 or newer.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { startEmbeddedPostgres } from '@tvarit/shared/platform/database/embedded-postgres'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { isSupervisor, readSecrets } from './dev-secrets.ts'

const data = path.resolve(process.env.DATA_DIR || './.data')
const dir = path.join(data, 'postgres')
const lock = path.join(data, 'supervisor.pid')

try {
  if (!fs.existsSync(path.join(dir, 'PG_VERSION'))) throw new Error(`No embedded PostgreSQL is in ${data}.`)
  if (fs.existsSync(lock) && isSupervisor(Number(fs.readFileSync(lock, 'utf8')))) {
    throw new Error(`Tvarit runs on ${data}: stop it first, so that nothing is written meanwhile.`)
  }
  requireTool()
  const { postgres_password: password } = readSecrets(data)
  const postgres = await startEmbeddedPostgres({ dir, port: await freePort(), password, database: 'tvarit' })
  try {
    const dump = spawn('pg_dump', ['--format=custom', `--dbname=${postgres.url}`], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = await once(dump, 'exit')
    if (code !== 0) throw new Error(`pg_dump ended with ${code}.`)
  } finally {
    await postgres.stop()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

function requireTool(): void {
  let version = 0
  try {
    version = Number(/\d+/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[0])
  } catch {
    // It is not installed.
  }
  if (version < 18) throw new Error('pg_dump 18 or newer is needed: install postgresql-client-18.')
}
