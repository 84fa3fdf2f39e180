import { randomUUID } from 'node:crypto'
import { sealAudit } from '@tvarit/shared/domain/audit/seal-audit'
import { writeAudit } from '@tvarit/shared/domain/audit/write-audit'
import { RETENTION_RULES } from '@tvarit/shared/domain/operations/retention/retention-rules'
import { runRetention } from '@tvarit/shared/domain/operations/retention/run-retention'
import { createWorkerMetrics } from '@tvarit/worker/metrics'
import { retention } from '@tvarit/worker/tasks/retention'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createAmbulance } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { failedQueueJob } from '../harness/failures.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { DAY, dayPasses } from '../harness/retention.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const product = new pg.Pool({ connectionString: world.config.DATABASE_URL, max: 2 })
const asha = await createPerson(world, 'staff', 'Asha')

afterAll(async () => {
  await product?.end()
})

const count = async (from: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.raw(from)}`.execute(world.db)).rows[0]!.n

test('each rule runs once a day, however many workers look, and says what it has removed', async () => {
  await dayPasses(world, 2)
  const stale = async () =>
    world.db
      .insertInto('rate_limits')
      .values({ key: randomUUID(), points: 1, expire: Date.now() - 1_000 })
      .execute()
  await stale()
  expect(await runRetention({ ctx: world.ctx() })).toEqual({})
  await world.advanceTime(DAY)
  const looks = await Promise.all([1, 2, 3].map(() => runRetention({ ctx: world.ctx() })))
  for (const { name } of RETENTION_RULES) expect(looks.filter((look) => name in look)).toHaveLength(1)
  const runs = await world.db.selectFrom('retention_runs').selectAll().execute()
  expect(runs).toHaveLength(RETENTION_RULES.length)
  const limits = runs.find(({ rule }) => rule === 'rate limits')!
  expect(limits).toMatchObject({ removed_last: 1, removed_ever: 1 })
})

test('retention continues a large batch next time, and a failing rule stops no other', async () => {
  await world.db
    .insertInto('rate_limits')
    .values(Array.from({ length: 1_000 }, () => ({ key: randomUUID(), points: 1, expire: 1 })))
    .execute()
  await sql`insert into rate_limits (key, points, expire) select 'old' || n, 1, 1 from generate_series(1, 19500) n`.execute(
    world.db,
  )
  await sql`alter table consoles rename to consoles_away`.execute(world.db)
  const first = await dayPasses(world, 1)
  await sql`alter table consoles_away rename to consoles`.execute(world.db)
  expect(first).not.toHaveProperty('consoles')
  expect(first['rate limits']).toBe(20_000)
  expect(await runRetention({ ctx: world.ctx() })).toEqual({ 'rate limits': 500 })
  expect(await count('rate_limits where expire = 1')).toBe(0)
})

test('rules run also while the list of erasures cannot be written', async () => {
  const { id } = await createSubscriber(world)
  const erasure = { user_id: id, reason: 'Asked for', erased_by: asha.id, keep_until: '2030-01-01', listed_at: null }
  await world.db.insertInto('erasures').values(erasure).execute()
  await world.empty('retention_runs')
  const ctx = { ...world.ctx(), storage: { ...world.ctx().storage, read: () => Promise.reject(new Error('Away')) } }
  const run = retention.run({ ctx, queues: new Map(), metrics: createWorkerMetrics(), started_at: 0 })
  await expect(run).rejects.toThrow('Away')
  expect(await count('retention_runs')).toBe(RETENTION_RULES.length)
})

test('codes, jobs, sessions, consoles, positions and shift notes end after their days', async () => {
  await call(world.url, '/api/users/login/otp-request/', { body: { phone_number: asha.phone_number } })
  await world.db
    .updateTable('outbox')
    .set({ published_at: sql`now()` })
    .execute()
  await failedQueueJob(world)
  await createAmbulance(world, { position_km: 3 })
  await world.db.insertInto('consoles').values({ id: randomUUID(), user_id: asha.id, armed: true }).execute()
  await world.db
    .insertInto('shift_notes')
    .values({ note_id: randomUUID(), text: 'Radio 2.', written_by: asha.id })
    .execute()
  const left = async () => ({
    codes: await count('otp_challenges'),
    outbox: await count('outbox'),
    sessions: await count(`sessions where user_id = ${asha.id}`),
    consoles: await count('consoles'),
    failed_jobs: await count('failed_jobs'),
    positions: await count('ambulances where last_position_at is not null'),
    shift_notes: await count('shift_notes'),
  })
  const all = { codes: 1, outbox: 1, sessions: 1, consoles: 1, failed_jobs: 1, positions: 1, shift_notes: 1 }
  await runRetention({ ctx: world.ctx() })
  expect(await left()).toEqual(all)
  await dayPasses(world, 1)
  expect(await left()).toEqual({ ...all, codes: 0, consoles: 0, positions: 0 })
  await dayPasses(world, 6)
  expect(await left()).toMatchObject({ outbox: 0, sessions: 1 })
  // A session of staff lives seven days, and its row 90 more.
  await dayPasses(world, 84)
  expect(await left()).toMatchObject({ failed_jobs: 0, sessions: 1 })
  await dayPasses(world, 7)
  expect(await left()).toMatchObject({ sessions: 0, shift_notes: 1 })
  await dayPasses(world, 270)
  expect(await left()).toMatchObject({ shift_notes: 0 })
})

test('the audit log is kept 400 days, and even the role of the product cannot have less than 365', async () => {
  await sql`delete from audit_log`.execute(world.db)
  await writeAudit(world.ctx(), { action: 'coupon.created', subject: 'coupon', subject_id: 1 })
  await dayPasses(world, 399)
  expect(await count('audit_log')).toBe(1)
  await sealAudit({ ctx: world.ctx() })
  await expect(product.query(`select forget_audit(now() - interval '364 days', 10)`)).rejects.toMatchObject({
    code: '42501',
  })
  await expect(product.query(`select forget_audit(null, 10)`)).rejects.toMatchObject({ code: '42501' })
  await expect(product.query(`select forget_event_details(now() - interval '179 days', 10)`)).rejects.toMatchObject({
    code: '42501',
  })
  expect(await count('audit_log')).toBe(1)
  await dayPasses(world, 1)
  expect(await count('audit_log')).toBe(0)
})

test('what was emptied in earlier years is not read again every day', async () => {
  const { id } = await press(world.url, (await createSubscriber(world)).sticker.token)
  await sql`insert into alert_events (seq, alert_id, kind, at) select -n, ${id}, 'note', now() - interval '9 years'
    from generate_series(1, 20000) n`.execute(world.db)
  await sql`insert into messages (to_phone, template, dedupe_key, state, expires_at, created_at)
    select 'erased', 'relative_alert', 'erased-old-' || n, 'delivered', now(), now() - interval '9 years'
    from generate_series(1, 20000) n`.execute(world.db)
  await sql`vacuum analyze alert_events, messages`.execute(world.db)
  const rules = RETENTION_RULES.filter(({ name }) => ['message contents', 'timeline details'].includes(name))
  expect(rules).toHaveLength(2)
  const read = await world.db.transaction().execute(async (tx) => {
    for (const rule of rules) await rule.batch(1_000).execute(tx)
    return sql<{ rows: number }>`select sum(seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
      where relname in ('alert_events', 'messages')`.execute(tx)
  })
  expect(read.rows[0]!.rows).toBeLessThan(100)
})
