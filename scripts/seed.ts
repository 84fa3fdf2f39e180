/**
 * `npm run seed -- --subscribers 1000000 --coupons 5000000 [--seed 1]`: fills a database with made-up people and valid
 * codes, to see and measure the product at size. Uses DATABASE_URL, or the embedded PostgreSQL in DATA_DIR while the
 * product is stopped. A database is filled once: a second run changes nothing and says so.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '@tvarit/shared/platform/settings/config'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tvarit/shared/platform/database/embedded-postgres'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import pg from 'pg'
import { prepareDatabase } from './prepare-database.ts'
import { isSupervisor, readSecrets } from './dev-secrets.ts'
import { seedDatabase } from './seed-database.ts'

const began = performance.now()
const say = (what: string) => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${what}`)
let postgres: EmbeddedPostgres | null = null

try {
  const options = readOptions()
  const data = path.resolve(process.env.DATA_DIR || './.data')
  fs.mkdirSync(data, { recursive: true, mode: 0o755 })
  if (!process.env.DATABASE_URL) postgres = await startOwn(data)
  const url = postgres?.url ?? process.env.DATABASE_URL!
  const config = readConfig({
    ...process.env,
    // What is sealed here is opened by `npm start` on the same data folder.
    SECRET_KEY: process.env.SECRET_KEY || readSecrets(data).secret_key,
    DATABASE_URL: url,
    ALLOW_UNSAFE: '1',
  })
  await prepareDatabase({ ...config, DEMO_DATA: false })
  const client = new pg.Client({ connectionString: url, application_name: 'tvarit-seed' })
  await client.connect()
  try {
    await seedDatabase(client, { ...options, say })
  } finally {
    await client.end()
  }
  say('done')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await postgres?.stop()
}

function readOptions(): { subscribers: number; coupons: number; seed: number } {
  const { values } = parseArgs({
    options: {
      subscribers: { type: 'string', default: '10000' },
      coupons: { type: 'string', default: '50000' },
      seed: { type: 'string', default: '1' },
    },
  })
  const number = (name: keyof typeof values, most: number) => {
    const value = Number(values[name])
    if (!Number.isInteger(value) || value < 1 || value > most) {
      throw new Error(`--${name} must be a whole number from 1 to ${most}.`)
    }
    return value
  }
  return {
    subscribers: number('subscribers', 100_000_000),
    coupons: number('coupons', 100_000_000),
    seed: number('seed', 1_000_000),
  }
}

async function startOwn(data: string): Promise<EmbeddedPostgres> {
  const lock = path.join(data, 'supervisor.pid')
  if (fs.existsSync(lock) && isSupervisor(Number(fs.readFileSync(lock, 'utf8')))) {
    throw new Error(`Tvarit runs on ${data}: stop it first, or name another database with DATABASE_URL.`)
  }
  return startEmbeddedPostgres({
    dir: path.join(data, 'postgres'),
    port: await freePort(),
    password: readSecrets(data).postgres_password,
    database: 'tvarit',
  })
}
