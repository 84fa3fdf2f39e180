import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { grantAppRole } from '@tvarit/migrations/app-role'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect } from 'vitest'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { Ledger, notified } from '../harness/ledger.ts'
import { migrateAll, type OwnPostgres, startOwnPostgres } from '../harness/own-postgres.ts'
import { createSubscriber } from '../harness/people.ts'
import { type Process, startProcess } from '../harness/processes.ts'
import { startRedis } from '../harness/provide-redis.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

// Database and Redis run, and a server and a worker as processes cannot reach or enter them.

const ROLE = 'tvarit_entry'
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-entry-'))
const lost = path.join(folder, 'lost')
let postgres: OwnPostgres
let redis: Awaited<ReturnType<typeof startRedis>>
let queues: Redis
let world: World
let url: string
let worker_readiness: string
const processes: Process[] = []
beforeAll(async () => {
  ;[postgres, redis] = await Promise.all([startOwnPostgres(), startRedis(folder)])
  await migrateAll(postgres.url)
  queues = new Redis(redis.url)
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  const settings = { PORT: port, PUBLIC_URL: url, TRUST_PROXY: '1', REDIS_URL: redis.url }
  world = await createWorld({ server: false, worker: false, database_url: postgres.url, settings })
  const product = Object.assign(new URL(postgres.url), { hostname: 'store.test', username: ROLE, password: 'right' })
  await grantAppRole(world.db as never, product.href)
  await queues.config('SET', 'requirepass', 'right')
  const environment = {
    ...world.environment,
    NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, '../harness/lost-name.ts')).href}`,
    LOST_NAME: lost,
    DATABASE_URL: product.href,
    REDIS_URL: Object.assign(new URL(redis.url), { hostname: 'store.test', password: 'right' }).href,
  }
  processes.push(await startProcess('server', environment))
  const METRICS_PORT = String(await freePort())
  worker_readiness = `http://127.0.0.1:${METRICS_PORT}/readyz`
  processes.push(await startProcess('worker', { ...environment, METRICS_PORT }))
})
afterAll(async () => {
  queues?.disconnect()
  await Promise.all(processes.map((each) => each.kill()))
  await world?.stop()
  await redis?.stop()
  await postgres?.[Symbol.asyncDispose]()
  fs.rmSync(folder, { recursive: true, force: true })
})

const AWAY_SECONDS = ROUNDS > 1 ? 15 : 3

/** Ends the product's connections to both stores. */
async function cutConnections(): Promise<void> {
  await world.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [ROLE])
  const own = String(await queues.client('ID'))
  for (const line of String(await queues.client('LIST')).split('\n')) {
    const id = /^id=(\d+) /.exec(line)?.[1]
    if (id && id !== own) await queues.client('KILL', 'ID', id)
  }
}

/** Presses while the product is kept out, and what became of them and of their relatives. */
async function keptOut(keepOut: () => Promise<unknown>, letIn: () => Promise<unknown>) {
  const ledger = new Ledger()
  const subscribers = await Promise.all(Array.from({ length: 4 * ROUNDS }, () => createSubscriber(world)))
  await keepOut()
  await cutConnections()
  const presses = subscribers.map(({ sticker }) => ledger.pressUntilAccepted(url, sticker.token))
  await until('the server is not ready', async () => (await fetch(`${url}/readyz`)).status === 503)
  await until('the worker is not ready', async () => (await fetch(worker_readiness)).status === 503)
  const page = await fetch(`${url}/s/${subscribers[0]!.sticker.token}`)
  expect([page.status, (await page.text()).includes('<form')]).toEqual([200, true])
  const list = await fetch(`${url}/api/users/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'x@tvarit.example', password: 'a-password' }),
  })
  expect(list.status).toBe(503)
  // The length of the outage is the fault.
  await wait(AWAY_SECONDS * 1_000)
  await letIn()
  const began = performance.now()
  await Promise.all(presses)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const phones = subscribers.flatMap(({ relatives }) => relatives)
  await until('the worker is ready', async () => (await fetch(worker_readiness)).status === 200)
  const numbers = async () => notified(world, phones)
  await until('every relative is notified', async () => (await numbers()).none === 0).catch(() => {})
  const [rows, relatives] = [await ledger.compare(world), await numbers()]
  const gone = processes.filter((each) => !each.alive()).length
  const others = [...ledger.rejected].filter(([status]) => status !== 503).map(([status]) => status)
  return {
    happened: `accepted ${seconds} s after it; ${ledger.rejections} answers of 503, ${others.length} other rejections; ${relatives.none} relatives not notified, ${gone} processes gone`,
    acknowledged: ledger.ids().length,
    lost: rows.lost + relatives.none + gone + others.length,
    doubles: rows.doubles + relatives.doubles,
  }
}

const PROMISED =
  'presses wait or get 503, never another answer; all are accepted and relatives notified when it is over'

faultRow(
  { row: 39, fault: `the names of database and Redis lead nowhere for ${AWAY_SECONDS} s`, promised: PROMISED },
  () =>
    keptOut(
      () => fs.promises.writeFile(lost, ''),
      () => fs.promises.rm(lost),
    ),
)

faultRow(
  {
    row: 40,
    fault: `database and Redis let nobody in for ${AWAY_SECONDS} s: their passwords are other ones`,
    promised: PROMISED,
  },
  () =>
    keptOut(
      async () => {
        await world.pool.query(`alter role ${ROLE} password 'wrong'`)
        await queues.config('SET', 'requirepass', 'wrong')
      },
      async () => {
        await world.pool.query(`alter role ${ROLE} password 'right'`)
        await queues.config('SET', 'requirepass', 'right')
      },
    ),
)
