import { randomUUID } from 'node:crypto'
import { isDatabaseAway } from '@tvarit/server/trpc/error-map'
import { createDatabase, createPool, type Tx } from '@tvarit/shared/platform/database/database'
import { createLog } from '@tvarit/shared/platform/log/log'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { createHospital, sendTo } from '../harness/handovers.ts'
import { type HeldLocks, holdLocks } from '../harness/hold-locks.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { startTcpProxy } from '../harness/tcp-proxy.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const asha = await createPerson(world, 'staff', 'Asha')

const holdAlert = (id: number): Promise<HeldLocks> =>
  holdLocks(world.pool, 'select from alerts where id = $1 for update', [id])
const alertsOf = (coupon_id: number) =>
  world.db
    .selectFrom('alerts')
    .select(['id', 'status', 'verify_by_phone', 'report_count'])
    .where('coupon_id', '=', coupon_id)
    .orderBy('id')
    .execute()
const reportOf = (scan_id: string) =>
  world.db.selectFrom('alert_reports').select('alert_id').where('scan_id', '=', scan_id).execute()

test('a report on an alert with a locked row is kept, and rings as an alert of its own', async () => {
  const { sticker } = await createSubscriber(world)
  const first = await press(world.url, sticker.token)
  await using _locks = await holdAlert(first.id)
  const scan_id = randomUUID()
  const second = await press(world.url, sticker.token, { scan_id })
  expect(second).toMatchObject({ http: 201, status: 'PENDING' })
  expect(second.id).not.toBe(first.id)
  expect(await reportOf(scan_id)).toEqual([{ alert_id: second.id }])
  const third = await press(world.url, sticker.token)
  expect(third).toMatchObject({ http: 201, id: second.id })
  expect(await alertsOf(sticker.id)).toMatchObject([
    { id: first.id, report_count: 1 },
    { id: second.id, status: 'PENDING', verify_by_phone: false, report_count: 2 },
  ])
  const events = await world.db
    .selectFrom('alert_events')
    .select(['kind', 'detail'])
    .where('alert_id', '=', second.id)
    .orderBy('seq')
    .execute()
  expect(events).toEqual([
    { kind: 'raised', detail: { beside: first.id } },
    { kind: 'joined', detail: {} },
  ])
})

test('many reports on one sticker whose alert is held are all kept, on that alert and one more', async () => {
  const { sticker } = await createSubscriber(world)
  const first = await press(world.url, sticker.token)
  await using _locks = await holdAlert(first.id)
  const scans = Array.from({ length: 8 }, () => randomUUID())
  const answers = await Promise.all(scans.map((scan_id) => press(world.url, sticker.token, { scan_id })))
  expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 201))
  const kept = await Promise.all(scans.map(reportOf))
  expect(kept).toEqual(answers.map(({ id }) => [{ alert_id: id }]))
  expect(new Set(answers.map(({ id }) => id)).has(first.id)).toBe(false)
})

test('a report on a sticker with a locked row is accepted once, as one alert', async () => {
  const { sticker } = await createSubscriber(world)
  await using _locks = await holdLocks(world.pool, 'select from coupons where id = $1 for no key update', [sticker.id])
  const scan_id = randomUUID()
  const twice = await Promise.all([1, 2].map(() => press(world.url, sticker.token, { scan_id })))
  const [first] = twice
  expect(twice).toEqual([first, first])
  expect(first).toMatchObject({ http: 201, status: 'PENDING' })
  const next = await press(world.url, sticker.token)
  expect(next).toMatchObject({ http: 201, id: first!.id })
  expect(await alertsOf(sticker.id)).toMatchObject([{ id: first!.id, report_count: 2 }])
})

test('an alert that is closed while a report waits for it is not joined: the report is a new one', async () => {
  const { sticker } = await createSubscriber(world)
  const first = await press(world.url, sticker.token)
  await using locks = await holdAlert(first.id)
  await locks.client.query(`update alerts set status = 'ATTENDED', closed_at = now() where id = $1`, [first.id])
  const waiting = press(world.url, sticker.token)
  await until('the report waits', async () => (await locks.waiting()) === 1)
  await locks.release()
  const second = await waiting
  expect(second).toMatchObject({ http: 201, status: 'PENDING' })
  expect(second.id).not.toBe(first.id)
})

test('a handover that waits for its hospital does not block a report from joining the alert', async () => {
  const alert = await raisedAlert(world)
  const { token } = await world.db
    .selectFrom('coupons')
    .innerJoin('alerts', 'alerts.coupon_id', 'coupons.id')
    .select('coupons.token')
    .where('alerts.id', '=', alert.id)
    .executeTakeFirstOrThrow()
  const hospital = await createHospital(world)
  await using locks = await holdLocks(world.pool, 'select from hospitals where id = $1 for update', [hospital.id])
  const handover = sendTo(world, asha, alert.id, { hospital_id: hospital.id })
  await until('the handover waits for its hospital', async () => (await locks.waiting()) === 1)
  expect(await press(world.url, token)).toMatchObject({ http: 201, id: alert.id })
  await locks.release()
  expect((await handover).status).toBe(201)
})

test('what a bystander adds to an alert whose row is held gets "try again", not a fault', async () => {
  const { sticker } = await createSubscriber(world)
  const alert = await press(world.url, sticker.token)
  const add = () =>
    fetch(`${world.url}${alert.status_url}/details`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ landmark: 'Opposite the temple' }),
    })
  await using locks = await holdAlert(alert.id)
  const rejected = await add()
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '2'])
  await locks.release()
  expect((await add()).status).toBe(200)
})

test('a report that the database cancels after five seconds gets 503 and is accepted on retry', async () => {
  const { sticker } = await createSubscriber(world)
  const scan_id = randomUUID()
  const send = () =>
    fetch(`${world.url}/api/scan/${sticker.token}/alerts/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scan_id }),
    })
  await using locks = await holdLocks(world.pool, 'update live_counter set n = n + 1')
  const rejected = await send()
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await reportOf(scan_id)).toEqual([])
  await locks.release()
  expect((await send()).status).toBe(201)
})

test('a connection that breaks during or between statements is an unavailable database', async () => {
  const { DATABASE_URL } = world.config
  const proxy = await startTcpProxy(Number(new URL(DATABASE_URL).port))
  const pool = createPool({ url: proxy.through(DATABASE_URL), max: 1, name: 'cut', log: createLog('test', 'silent') })
  const db = createDatabase(pool, { prepare: 'all' })
  const failure = (broken: (tx: Tx) => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      await sql`select ${1}::int`.execute(tx)
      const slow = broken(tx)
      for (const link of proxy.links) link.cut()
      await slow
    })
  const between = (tx: Tx) =>
    until('the connection is seen to be gone', () => pool.totalCount === 0 || !proxy.links.size).then(() =>
      sql`select ${2}::int`.execute(tx),
    )
  for (const broken of [(tx: Tx) => sql`select pg_sleep(${30})`.execute(tx), between]) {
    const error: unknown = await failure(broken).catch((fault: unknown) => fault)
    expect([String(error), isDatabaseAway(error)]).toEqual([String(error), true])
  }
  await db.destroy()
  await proxy.close()
})

test('a report that meets a database which is not the primary yet waits until it is', async () => {
  const { sticker } = await createSubscriber(world)
  const { rows } = await sql<{
    role: string
    name: string
  }>`select current_user as role, current_database() as name`.execute(world.ctx().db)
  const { role, name } = rows[0]!
  const mine = `datname = current_database() and usename = '${role}'`
  const setReadOnly = async (value: 'on' | 'off') => {
    await world.pool.query(`alter role "${role}" in database "${name}" set default_transaction_read_only = ${value}`)
    await world.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${mine}`)
  }
  await setReadOnly('on')
  const pressed = press(world.url, sticker.token)
  await until('the report has met it', async () => {
    const met = await world.pool.query(
      `select from pg_stat_activity where ${mine} and application_name = 'tvarit-alerts' and query ~* 'rollback'`,
    )
    return met.rowCount
  })
  await setReadOnly('off')
  expect((await pressed).http).toBe(201)
})
