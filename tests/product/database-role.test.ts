import { grantAppRole } from '@tvarit/migrations/app-role'
import { writeAudit } from '@tvarit/shared/domain/audit/write-audit'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSticker } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ server: false, worker: false })
const product = new pg.Pool({ connectionString: world.config.DATABASE_URL, max: 1 })

beforeAll(async () => {
  await writeAudit(world.ctx(), { action: 'coupon.created', subject: 'coupon', subject_id: null })
})
afterAll(async () => {
  await product?.end()
})

const DENIED = { code: '42501' }

test.each([
  "update audit_log set action = 'test.undone'",
  'delete from audit_log',
  "update alert_events set kind = 'note'",
  'delete from alert_events',
  'truncate alerts',
  'drop table alerts',
  'alter table alerts disable trigger all',
  'create table own (id int)',
  'create function own() returns int language sql as $$ select 1 $$',
  "insert into kysely_migration values ('x', 'x')",
  'delete from kysely_migration',
  'drop table bullmq.job',
  'set session_replication_role = replica',
  "copy users to program 'cat'",
  'create role other superuser',
])('the role of the product may not: %s', async (statement) => {
  await expect(product.query(statement)).rejects.toMatchObject(DENIED)
})

test('the role of the product may remove synthetic alerts, and can make no real one into such', async () => {
  const { id: coupon_id } = await createSticker(world)
  const { id } = await world.db
    .insertInto('alerts')
    .values({ coupon_id, status_token: 'stays-real' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await expect(product.query('update alerts set coupon_id = 0 where id = $1', [id])).rejects.toMatchObject(DENIED)
  await product.query('select remove_synthetic_alerts($1)', [id])
  expect((await product.query('select 1 from alerts where id = $1', [id])).rowCount).toBe(1)
})

test('the product’s database role cannot remove young audit entries by a made-up seal', async () => {
  const entries = async () => (await product.query('select id from audit_log')).rowCount
  const before = await entries()
  await product.query(`insert into audit_seals (first_id, last_id, entries, newest_at, previous, hash)
    values (0, 9000000000000000000, 0, '2000-01-01', '', '')`)
  await product.query(`select forget_audit(now() - interval '366 days', 2147483647)`)
  expect(await entries()).toBe(before)
})

test('the role of the product owns nothing and reaches every table it needs', async () => {
  const owned = await product.query('select 1 from pg_class where relowner = current_user::regrole')
  expect(owned.rowCount).toBe(0)
  const tables = await product.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'bullmq')`,
  )
  expect(tables.rowCount).toBeGreaterThan(30)
  for (const { name } of tables.rows) await product.query(`select 1 from ${name} limit 1`)
})

test('limits that a pooler would swallow are set on the role', async () => {
  const plain = await product.query(
    `select current_setting('jit') as jit, current_setting('statement_timeout') as statement_timeout,
       current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  expect(plain.rows).toEqual([{ jit: 'off', statement_timeout: '30s', idle: '30s' }])
})

test('a role gets the password of the settings at each grant, also at two at the same moment', async () => {
  const name = `role_${process.pid}`
  const asRole = (password: string) =>
    Object.assign(new URL(world.config.DATABASE_URL), { username: name, password }).href
  const query = async (password: string, statement: string) => {
    const pool = new pg.Pool({ connectionString: asRole(password), max: 1 })
    try {
      return await pool.query(statement)
    } finally {
      await pool.end()
    }
  }
  onTestFinished(async () => {
    await world.pool.query(`drop owned by ${name}; drop role ${name}`)
  })
  const grant = (password: string) => grantAppRole(world.db as never, asRole(password))
  await grant('first')
  await query('first', 'select 1 from audit_log')
  await Promise.all([grant('second'), grant('second')])
  await query('second', 'select 1 from audit_log')
  await expect(query('first', 'select 1')).rejects.toMatchObject({ code: '28P01' })
  await expect(query('second', 'delete from audit_log')).rejects.toMatchObject(DENIED)
})
