import { releaseOverdueAlerts } from '@tvarit/shared/domain/alerts/release-overdue-alerts'
import { createDatabase, createPool } from '@tvarit/shared/platform/database/database'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { isLive, openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World, fileWorld } from '../harness/world.ts'

const world = await fileWorld({ server: false, worker: false })

/** Rows of people read so far: by scans of all of them, and by index; and how often an index was asked. */
async function peopleRead(): Promise<{ scanned: number; fetched: number; probes: number }> {
  const { rows } = await world.pool.query<{ scanned: number; fetched: number; probes: number }>(
    `select seq_tup_read::int as scanned, idx_tup_fetch::int as fetched, idx_scan::int as probes
     from pg_stat_user_tables where relname = 'users'`,
  )
  return rows[0]!
}

test('requests and reports read by index, also when PostgreSQL prefers a full scan', async () => {
  await world.pool.query(
    `insert into users (role, first_name, phone_number)
     select 'user', 'Person', '8' || (100000000 + n) from generate_series(1, 5000) n`,
  )
  const staff = await createPerson(world, 'staff')
  const subscribers = await Promise.all(Array.from({ length: 6 }, () => createSubscriber(world)))
  await world.pool.query('vacuum analyze users')
  // It takes the way by keys for a dear one, as it does when it is wrong about the sizes of the tables.
  await world.pool.query(
    `alter database "${new URL(world.config.DATABASE_URL).pathname.slice(1)}" set enable_nestloop = off`,
  )
  const { url } = await world.anotherServer()
  const before = await peopleRead()
  const screen = openScreen(url, staff.access)
  await isLive(screen)
  // When it listens again, the server looks whether the sessions of its consoles still live.
  const listening = () =>
    world.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'tvarit-live'`,
    )
  const { rows: old } = await listening()
  await world.pool.query('select pg_terminate_backend($1)', [old[0]!.pid])
  await until('it listens again', async () => (await listening()).rows.some(({ pid }) => pid !== old[0]!.pid))
  for (const { sticker } of subscribers) {
    const { id } = await press(url, sticker.token)
    await until('the alert is on the screen', () => screen.alertIds().has(id))
    expect((await call(url, '/api/qr/alerts/?page=1', { access: staff.access })).status).toBe(200)
  }
  await screen.close()
  // Backends tell what they read about once a second: the six requests, the cards and the consoles.
  await until('all has been counted', async () => (await peopleRead()).probes >= before.probes + 18)
  const after = await peopleRead()
  expect(after.scanned - before.scanned).toBe(0)
  expect(after.fetched - before.fetched).toBeLessThan(1_000)
})

/** Rows of what presses write that were read by going through whole tables. */
async function alertsScanned(of: World): Promise<number> {
  const { rows } = await of.pool.query<{ scanned: number }>(
    `select sum(seq_tup_read)::int as scanned from pg_stat_user_tables
     where relname in ('alerts', 'alert_reports', 'alert_events')`,
  )
  return rows[0]!.scanned
}

test('presses never go through all alerts: not by a plan that was made while there were few', async () => {
  const fresh = await createWorld({ server: false, worker: false })
  try {
    await fresh.pool.query('vacuum analyze alerts, alert_reports, alert_events')
    const staff = await createPerson(fresh, 'staff')
    const subscribers = await Promise.all(Array.from({ length: 30 }, () => createSubscriber(fresh)))
    const server = await fresh.anotherServer()
    const screen = openScreen(server.url, staff.access)
    await isLive(screen)
    const before = await alertsScanned(fresh)
    for (const { sticker } of subscribers) {
      const { id } = await press(server.url, sticker.token)
      await until('the alert is on the screen', () => screen.alertIds().has(id))
    }
    await screen.close()
    // A backend has reported what it read when it has ended.
    await server.stop()
    await until('all has been counted', async () => {
      const { rowCount } = await fresh.pool.query(
        `select from pg_stat_activity where datname = current_database() and application_name in ('tvarit-alerts', 'tvarit-live-reader')`,
      )
      return rowCount === 0
    })
    const after = await alertsScanned(fresh)
    // The report of the server's life looks at the alerts now and then; 30 presses by scans read some thousands.
    expect(after - before).toBeLessThan(100)
  } finally {
    await fresh.stop()
  }
})

test('the deadline check of each second reads only claimed alerts', async () => {
  const fresh = await createWorld({ server: false, worker: false })
  try {
    const staff = await createPerson(fresh, 'staff')
    const { id } = await createSticker(fresh)
    await fresh.pool.query(
      `insert into alerts (coupon_id, status_token, status, claimed_by, claimed_at)
       select $1, 'plan-' || n, case when n > 10050 then 'REJECTED' else 'PENDING' end,
         case when n % 200 = 0 then $2::bigint end, case when n % 200 = 0 then now() end
       from generate_series(1, 20000) n`,
      [id, staff.id],
    )
    await fresh.pool.query('vacuum analyze alerts, sessions, users')
    const read = async () => {
      const { rows } = await fresh.pool.query<{ scanned: number; fetched: number }>(
        `select seq_tup_read::int as scanned, idx_tup_fetch::int as fetched from pg_stat_user_tables where relname = 'alerts'`,
      )
      return rows[0]!
    }
    const before = await read()
    const own = createDatabase(
      createPool({ url: fresh.config.DATABASE_URL, max: 1, name: 'look', log: fresh.ctx().log }),
    )
    for (let look = 0; look < 10; look++)
      expect(await releaseOverdueAlerts({ ctx: { ...fresh.ctx(), db: own } })).toBe(0)
    // A backend has reported what it read when it has ended.
    await own.destroy()
    await until('all has been counted', async () => (await read()).fetched >= before.fetched + 500)
    const after = await read()
    expect(after.scanned - before.scanned).toBe(0)
    expect(after.fetched - before.fetched).toBe(500)
  } finally {
    await fresh.stop()
  }
})
