import type { Role } from '@tvarit/shared/contracts/roles'
import { openSession } from '@tvarit/shared/domain/people/sessions/open-session'
import { readConfig } from '@tvarit/shared/platform/config'
import { createDatabase, createPool } from '@tvarit/shared/platform/database'
import { createLog } from '@tvarit/shared/platform/log'
import pg from 'pg'
import { seedDatabase } from '../../scripts/seed-database.ts'
import { type BenchDatabase, SECRET_KEY, startBenchDatabase } from './bench-database.ts'

/** Sizes of the lists that are not seeded. */
export const OTHERS = {
  staff: 60,
  super_distributor: 40,
  distributor: 800,
  retailer: 8_000,
  creators: 500,
  alerts: 20_000,
}

/**
 * A seeded database of this benchmark's own, or, to save the minutes of seeding while working on it, one at `url` that
 * `npm run seed` has filled and that holds nothing of worth.
 */
export async function openSeeded(url: string | undefined, size: { subscribers: number; coupons: number }) {
  const bench = url ? openExisting(url) : await startBenchDatabase()
  const client = new pg.Client({ connectionString: bench.url })
  await client.connect()
  try {
    if (!url) {
      console.log(`Seeding ${size.subscribers} subscribers and ${size.coupons} coupons ...`)
      await seedDatabase(client, { ...size, seed: 1, say: () => {} })
    }
    await addOthers(client)
  } finally {
    await client.end()
  }
  return bench
}

function openExisting(url: string): BenchDatabase {
  const pool = createPool({
    url,
    max: 6,
    name: 'bench',
    statement_timeout_ms: 600_000,
    log: createLog('bench', 'silent'),
  })
  const db = createDatabase(pool)
  const restart = () => Promise.reject(new Error('This database is not the benchmark’s own'))
  return { url, folder: '/tmp', pool, db, restart, stop: () => db.destroy() }
}

async function addOthers(client: pg.Client): Promise<void> {
  const there = await client.query(`select from users where role = 'retailer' limit 1`)
  if (there.rowCount) return
  for (const role of ['staff', 'super_distributor', 'distributor', 'retailer'] as const) {
    const above = { staff: null, super_distributor: null, distributor: 'super_distributor', retailer: 'distributor' }[
      role
    ]
    await client.query(
      `with above as materialized (select array_agg(id) as ids from users where role = $3)
       insert into users (first_name, last_name, email, phone_number, role, parent_id)
       select 'Nandini', 'Hegde' || n, $1 || n || '@firm.example', ($2::bigint + n)::text, $1,
         ids[1 + n % cardinality(ids)] from above, generate_series(1, $4::int) n on conflict do nothing`,
      [role, { staff: 61e8, super_distributor: 62e8, distributor: 63e8, retailer: 64e8 }[role], above, OTHERS[role]],
    )
  }
  await client.query(
    `insert into distributor_profiles (user_id, firm_name, address, district, state, pin_code, date_of_birth)
     select id, last_name || ' Car Care', 'x', 'x', 'Kerala', '682001', '1980-01-01' from users
     where role in ('super_distributor', 'distributor', 'retailer')`,
  )
  await client.query(
    `insert into creator_coupons (name, coupon_code, social_media_name, start_date, end_date)
     select 'Creator ' || n, 'CREA-' || n, 'creator' || n, '2026-01-01', '2026-12-31' from generate_series(1, $1::int) n`,
    [OTHERS.creators],
  )
  await client.query(
    `insert into alerts (coupon_id, user_id, status, status_token, closed_at, relatives_told_at)
     select c.id, c.user_id, case when row_number() over () > $1 - 25 then 'PENDING' else 'ATTENDED' end,
       'bench-' || c.id, now(), now() from (select * from coupons where user_id is not null limit $1::int) c`,
    [OTHERS.alerts],
  )
  // Some of what the filters look for: one plan in eight is Gold, one registration in thirty was typed in the office, one
  // in seven came from a partner's stock.
  await client.query(`update subscriptions set plan = 'GOLD' where id % 8 = 0`)
  await client.query(
    `update subscriber_profiles set registered_by = (select min(id) from users where role = 'staff') where user_id % 30 = 0`,
  )
  await client.query(
    `update subscriber_profiles set seller_id = (select min(id) from users where role = 'retailer') where user_id % 7 = 0`,
  )
  await client.query(`update coupons set voided_at = now(), void_reason = 'Lost' where id % 1000 = 0`)
  await client.query('vacuum analyze')
}

let phones = 6_900_000_000 + (process.pid % 100_000) * 10

/** The access token of somebody new with this role. */
export async function accessFor(bench: BenchDatabase, role: Role): Promise<string> {
  const user = await bench.db
    .insertInto('users')
    .values({ first_name: 'Bench', last_name: 'Reader', phone_number: String(phones++), role })
    .returning('id')
    .executeTakeFirstOrThrow()
  return accessOf(bench, user.id)
}

/** The access token of somebody who is there. */
export async function accessOf(bench: BenchDatabase, id: number): Promise<string> {
  const config = readConfig({ DATABASE_URL: bench.url, SECRET_KEY })
  const user = await bench.db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'phone_number', 'role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const ctx = { db: bench.db, config, actor: null, ip: null, user_agent: 'bench' }
  return (await openSession(ctx, user, 'password')).access
}
