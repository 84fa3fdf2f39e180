import { isDatabaseAway } from '@tvarit/server/trpc/error-map'
import { createDatabase, createPool } from '@tvarit/shared/platform/database/database'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTcpProxy } from '../harness/tcp-proxy.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ server: false, worker: false })

const pools: pg.Pool[] = []

beforeEach(() =>
  world.pool.query(`drop table if exists plan; create table plan as select n from generate_series(1, 3) n;
    grant select on plan to public`),
)
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
})

/** One connection, so that everything meets what was prepared before. */
function connect(prepare?: 'all') {
  const { config } = world
  const pool = createPool({
    url: config.DATABASE_URL,
    max: 1,
    name: 'prepared',
    log: world.ctx().log,
  })
  pools.push(pool)
  const db = createDatabase(pool, prepare ? { prepare } : {})
  return {
    run: (statement: RawBuilder<unknown>) => statement.execute(db),
    prepared: async () =>
      (await pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
        ({ statement }) => statement,
      ),
  }
}

const MARKED = (n: number) => sql`/* prepared */ select * from plan where n = ${n}`
const UNMARKED = (n: number) => sql`select n from plan where n = ${n}`

test('a statement that asks for it is prepared once a connection, and no other is', async () => {
  const { run, prepared } = connect()
  for (const n of [1, 2, 3]) {
    expect((await run(MARKED(n))).rows).toEqual([{ n }])
    await run(UNMARKED(n))
  }
  expect(await prepared()).toEqual(['/* prepared */ select * from plan where n = $1'])
})

test('a pool that prepares all of them does so too with those that do not ask', async () => {
  const { run, prepared } = connect('all')
  await run(UNMARKED(1))
  await run(sql`begin`)
  await run(sql`commit`)
  expect(await prepared()).toEqual(['select n from plan where n = $1'])
})

test('a statement that fails for its values leaves one prepared, however often it fails', async () => {
  const { run, prepared } = connect('all')
  const text = (value: string) => sql`select n from plan where ${value}::text <> ''`
  for (let press = 0; press < 3; press++) await expect(run(text('\0'))).rejects.toThrow('invalid byte sequence')
  expect((await run(text('x'))).rows).toHaveLength(3)
  expect(await prepared()).toEqual(["select n from plan where $1::text <> ''"])
})

test('a query whose answer a cut network lost times out, and its connection is dropped', async () => {
  const proxy = await startTcpProxy(Number(new URL(world.config.DATABASE_URL).port))
  const url = proxy.through(world.config.DATABASE_URL)
  const pool = createPool({ url, max: 1, name: 'cut', log: world.ctx().log, statement_timeout_ms: 500 })
  pools.push(pool)
  const db = createDatabase(pool)
  await UNMARKED(1).execute(db)
  for (const link of proxy.links) link.hold('down')
  const failure = await db
    .transaction()
    .execute((tx) => UNMARKED(1).execute(tx))
    .catch((error: unknown) => error)
  expect(isDatabaseAway(failure)).toBe(true)
  expect((await UNMARKED(2).execute(db)).rows).toEqual([{ n: 2 }])
  await proxy.close()
})

test('a prepared statement whose table was changed by a migration fails at most once', async () => {
  const { run } = connect()
  await run(MARKED(1))
  await world.pool.query('alter table plan add column name text')
  await expect(run(MARKED(1))).rejects.toThrow('cached plan must not change result type')
  expect((await run(MARKED(1))).rows).toEqual([{ n: 1, name: null }])
})
