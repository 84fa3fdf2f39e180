import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { migrateToLatest } from '@tvarit/migrations/migrate'
import { newCodes } from '@tvarit/shared/domain/ground/qr/new-codes'
import { openSession } from '@tvarit/shared/domain/people/sessions/open-session'
import { readConfig } from '@tvarit/shared/platform/config'
import { createDatabase, createPool, type Db } from '@tvarit/shared/platform/database'
import { startEmbeddedPostgres } from '@tvarit/shared/platform/embedded-postgres'
import { freePort } from '@tvarit/shared/platform/free-port'
import { migrateQueues } from '@tvarit/shared/platform/queues'
import { createLog } from '@tvarit/shared/platform/log'
import type pg from 'pg'
import { memoryFolder } from '../harness/memory-folder.ts'
import { buildWebClient } from '../../scripts/build-web-client.ts'

export const SECRET_KEY = 'bench-secret-key-bench-secret-key-0123'

export interface BenchDatabase {
  url: string
  folder: string
  pool: pg.Pool
  db: Db
  /** Ends PostgreSQL and starts it again after so many milliseconds; resolves when it answers. */
  restart(away_ms: number): Promise<void>
  stop(): Promise<void>
}

/**
 * A real PostgreSQL of this benchmark's own in a temporary folder, migrated. `in_memory` keeps its files from the disk,
 * where the machine has room for that: for questions about the processor, on machines whose disk stands still at times.
 * `folder` is kept, and what an earlier run has left there is found again.
 */
export async function startBenchDatabase(
  options: { in_memory?: boolean; folder?: string | undefined } = {},
): Promise<BenchDatabase> {
  // Every server has the pages' scripts in its hands, also one that serves no web client.
  await buildWebClient()
  const parent = (options.in_memory && memoryFolder()) || os.tmpdir()
  const folder = options.folder ?? fs.mkdtempSync(path.join(parent, 'tvarit-bench-'))
  fs.mkdirSync(folder, { recursive: true })
  fs.chmodSync(folder, 0o755)
  const place = {
    dir: path.join(folder, 'postgres'),
    port: await freePort(),
    password: 'bench',
    database: 'bench',
    max_connections: 200,
  }
  let postgres = await startEmbeddedPostgres(place)
  // Should the benchmark end in the middle, its database ends with it.
  const onExit = () => {
    try {
      process.kill(postgres.pid, 'SIGQUIT')
    } catch {
      // it is gone already
    }
  }
  process.on('exit', onExit)
  const pool = createPool({ url: postgres.url, max: 6, name: 'bench', log: createLog('bench', 'silent') })
  const db = createDatabase(pool)
  await migrateToLatest(db as never)
  await migrateQueues(postgres.url)
  return {
    url: postgres.url,
    folder,
    pool,
    db,
    async restart(away_ms) {
      await postgres.stop()
      await wait(away_ms)
      postgres = await startEmbeddedPostgres(place)
    },
    async stop() {
      await db.destroy()
      await postgres.stop()
      process.off('exit', onExit)
      if (!options.folder) fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Access tokens of as many staff as that many screens need (a person may have 40 sockets; here 20). */
export async function createStaff(bench: BenchDatabase, screens: number): Promise<string[]> {
  const config = readConfig({ DATABASE_URL: bench.url, SECRET_KEY })
  const tokens: string[] = []
  for (let person = 0; person < Math.ceil(screens / 20); person++) {
    const user = await bench.db
      .insertInto('users')
      .values({ first_name: 'Asha', last_name: 'Rao', phone_number: newPhone(), role: 'staff' })
      .returning(['id', 'first_name', 'last_name', 'email', 'phone_number', 'role'])
      .executeTakeFirstOrThrow()
    const ctx = { db: bench.db, config, actor: null, ip: null, user_agent: 'bench' }
    tokens.push((await openSession(ctx, user, 'password')).access)
  }
  return tokens
}

let phones = 9_200_000_000
const newPhone = () => String(phones++)

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
