import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { NODE_FLAGS } from '@tvarit/server/node-flags'
import type { Role } from '@tvarit/shared/contracts/roles'
import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { readConfig } from '@tvarit/shared/platform/settings/config'
import type { Ctx } from '@tvarit/shared/platform/context'
import { createDatabase, createPool, type Db } from '@tvarit/shared/platform/database/database'
import { startEmbeddedPostgres } from '@tvarit/shared/platform/database/embedded-postgres'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { createLog } from '@tvarit/shared/platform/log/log'
import type pg from 'pg'
import { buildWebClient } from '../../scripts/build-web-client.ts'
import { memoryFolder } from '../harness/memory-folder.ts'
import { migrateAll } from '../harness/own-postgres.ts'
import { createPerson, signIn } from '../harness/people.ts'
import { nowMs } from './child.ts'

const running = new Set<ChildProcess>()
// Nothing that was started here outlives the benchmark, however it ends.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

export interface Started extends AsyncDisposable {
  pid: number
  exited: Promise<void>
  kill(): void
  /** In order if it can, by force after 3 s. */
  stop(): Promise<void>
  /** Sends a message and waits for its answer; one at a time. */
  ask<T>(name: string, message?: object): Promise<T>
}

/** Starts a TypeScript file as a process of its own and waits for its message 'ready'. Rejects when it ends before. */
export async function startProcess(
  file: string,
  environment: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<Started> {
  const child = fork(path.join(import.meta.dirname, file), [], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: process.env.TZ, ...environment },
    execArgv: [...flags],
    serialization: 'advanced',
  })
  running.add(child)
  const exited = once(child, 'exit').then(() => void running.delete(child))
  const ended = exited.then(() => Promise.reject(new Error(`${path.basename(file)} ended`)))
  ended.catch(() => {})
  const nextMessage = async () => ((await Promise.race([once(child, 'message'), ended])) as [unknown])[0]
  await nextMessage()
  const stop = async () => {
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), 3_000)
    await exited
    clearTimeout(force)
  }
  return {
    pid: child.pid!,
    exited,
    kill: () => void child.kill('SIGKILL'),
    stop,
    [Symbol.asyncDispose]: stop,
    async ask<T>(name: string, more: object = {}) {
      child.send({ name, ...more })
      const { value, error } = (await nextMessage()) as { value: T; error?: string }
      if (error) throw new Error(error)
      return value
    },
  }
}

export type ArmName = 'ours' | 'floor' | 'stock'

export interface ServerProcess extends Started {
  url: string
}

const SECRET_KEY = 'bench-secret-key-bench-secret-key-0123'

export const productSettings = (bench: Pick<BenchDatabase, 'url' | 'folder'>): Record<string, string> => ({
  NODE_ENV: 'test',
  LOG_LEVEL: process.env.BENCH_LOG ?? 'fatal',
  DATABASE_URL: bench.url,
  DATA_DIR: path.join(bench.folder, 'data'),
  TMPDIR: bench.folder,
  SECRET_KEY,
})

/** One fresh server process of an arm, ready to serve. `port` keeps the address of a server that was killed. */
export async function startServer(
  bench: BenchDatabase,
  {
    arm = 'ours',
    port,
    environment,
  }: { arm?: ArmName; port?: number; environment?: Record<string, string> | undefined } = {},
): Promise<ServerProcess> {
  const chosen = port ?? (await freePort())
  const settings = { ...productSettings(bench), PORT: String(chosen), TRUST_PROXY: '1', ARM: arm, ...environment }
  const file = arm === 'ours' ? '../../server/main.ts' : 'peer-server.ts'
  const started = await startProcess(file, settings, arm === 'ours' ? NODE_FLAGS : [])
  return { ...started, url: `http://127.0.0.1:${chosen}` }
}

export const startWorker = (bench: BenchDatabase, environment: Record<string, string> = {}): Promise<Started> =>
  startProcess('../../worker/main.ts', { ...productSettings(bench), ...environment })

export interface BenchDatabase extends AsyncDisposable {
  url: string
  folder: string
  pool: pg.Pool
  db: Db
  /** For calling verbs directly. */
  ctx(): Ctx
  /** Ends PostgreSQL and starts it again after so many milliseconds; resolves when it answers. */
  restart(away_ms: number): Promise<void>
}

/**
 * A real PostgreSQL of this benchmark's own in a temporary folder, migrated. `in_memory` keeps its files from the disk,
 * where the machine has room for that: for questions about the processor, on machines whose disk stands still at times.
 * A `folder` is kept, and what an earlier run has left there is found again.
 */
export async function startBenchDatabase(
  options: { in_memory?: boolean; folder?: string } = {},
): Promise<BenchDatabase> {
  // Every server has the pages' scripts in its hands, also one that serves no web client.
  await buildWebClient()
  const parent = (options.in_memory && memoryFolder()) || os.tmpdir()
  const folder = options.folder || fs.mkdtempSync(path.join(parent, 'tvarit-bench-'))
  fs.mkdirSync(path.join(folder, 'data'), { recursive: true })
  fs.chmodSync(folder, 0o755)
  const dir = path.join(folder, 'postgres')
  const place = { dir, port: await freePort(), password: 'bench', database: 'bench', max_connections: 200 }
  let postgres = await startEmbeddedPostgres(place)
  // Should the benchmark end in the middle, its database ends with it.
  const onExit = () => {
    try {
      process.kill(postgres.pid, 'SIGQUIT')
    } catch {
      // It is gone already.
    }
  }
  process.on('exit', onExit)
  const { url } = postgres
  await migrateAll(url)
  const log = createLog('bench', 'silent')
  const pool = createPool({ url, max: 6, name: 'bench', log })
  const db = createDatabase(pool)
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY })
  return {
    url,
    folder,
    pool,
    db,
    ctx: () => ({ db, config, log, actor: null, ip: null, user_agent: 'bench' }) as unknown as Ctx,
    async restart(away_ms) {
      await postgres.stop()
      await wait(away_ms)
      postgres = await startEmbeddedPostgres(place)
    },
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await postgres.stop()
      process.off('exit', onExit)
      if (!options.folder) fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Access tokens of as many staff as that many screens need (a person may have 40 sockets; here 20). */
export async function createStaff(bench: BenchDatabase, screens: number): Promise<string[]> {
  const tokens: string[] = []
  while (tokens.length * 20 < screens) tokens.push((await createPerson(bench, 'staff')).access)
  return tokens
}

/** The access token of the first person with this role, who is made when there is none. */
export async function accessFor(bench: BenchDatabase, role: Role): Promise<string> {
  const there = bench.db.selectFrom('users').select('id').where('role', '=', role).orderBy('id')
  const first = await there.executeTakeFirst()
  return (await (first ? signIn(bench, first.id) : createPerson(bench, role))).access
}

let phones = 9_200_000_000
export const newPhone = () => String(phones++)

/** Scan tokens of new stickers, each of a registered subscriber of its own. */
export async function createStickers(bench: BenchDatabase, count: number): Promise<string[]> {
  const tokens: string[] = []
  while (tokens.length < count) {
    const codes = Array.from({ length: Math.min(1_000, count - tokens.length) }, () => newCodes())
    const made = bench.pool.query(
      `with code as (
         select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as c (serial_number, coupon_code, token, phone)
       ), person as (
         insert into users (first_name, last_name, phone_number, role) select 'Ravi', 'Kumar', phone, 'user' from code
         returning id, phone_number
       ), profile as (
         insert into subscriber_profiles (user_id, address, state, pin_code, start_date, ending_date, spouse_mobile,
           consent_version, consented_at)
         select id, '12 MG Road', 'Karnataka', '560001', current_date - 100, current_date + 265, '9000000000', '2026-11', now()
         from person
       )
       insert into coupons (serial_number, coupon_code, token, status, user_id, used_at)
       select serial_number, coupon_code, token, 'USED', person.id, now() from code join person on phone_number = phone`,
      [
        codes.map((code) => code.serial_number),
        codes.map((code) => code.coupon_code),
        codes.map((code) => code.token),
        codes.map(newPhone),
      ],
    )
    // Of two million serial numbers two are the same; the thousand is drawn again.
    const taken = await made.then(
      () => false,
      (error: pg.DatabaseError) => error.code === '23505' || Promise.reject(error),
    )
    if (!taken) tokens.push(...codes.map((code) => code.token))
  }
  await bench.pool.query('analyze')
  return tokens
}

/** Closes every alert, so that the next screens do not begin with the alerts of the last arm. */
export async function closeAlerts(bench: BenchDatabase): Promise<void> {
  await bench.pool.query(`update alerts set status = 'ATTENDED', version = version + 1 where status = 'PENDING'`)
}

const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Chromium without windows; `CHROMIUM_PATH` names another one. */
export async function startBrowser() {
  const { chromium } = await import('playwright-core')
  const found = BROWSERS.map((name) => `/usr/bin/${name}`).find((file) => fs.existsSync(file))
  const executablePath = process.env.CHROMIUM_PATH ?? found!
  return chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic'] })
}

export interface Page {
  count: number
  results: { id: number }[]
  next: string | null
}

const reader = new http.Agent({ keepAlive: true, maxSockets: 1 })

/** One request on the open connection: its answer and how long it took to the last byte. */
export function get(url: string, access: string): Promise<{ ms: number; page: Page }> {
  return new Promise((resolve, reject) => {
    const begin = nowMs()
    const request = http.get(url, { agent: reader, headers: { authorization: `Bearer ${access}` } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const ms = nowMs() - begin
        const text = Buffer.concat(chunks).toString('utf8')
        if (response.statusCode === 200) resolve({ ms, page: JSON.parse(text) as Page })
        else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 200)}`))
      })
    })
    request.on('error', reject)
  })
}
