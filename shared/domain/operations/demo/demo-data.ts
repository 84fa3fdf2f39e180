import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import type { Config } from '../../../platform/settings/config.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { sealIdentity } from '../../sales/chain/identity.ts'
import { enqueueRun } from '../../stickers/bulk-jobs/create-bulk-job.ts'
import { newCodes } from '../../qr/new-codes.ts'
import { scanUrl } from '../../qr/qr-image.ts'
import { insertSubscriber } from '../../subscribers/enrolment/insert-subscriber.ts'
import {
  DEMO_AMBULANCES,
  DEMO_CHAIN,
  DEMO_CREATORS,
  DEMO_HOSPITALS,
  DEMO_STAFF,
  DEMO_SUBSCRIBERS,
} from './demo-people.ts'
import { hashPassword } from '../../people/users/password.ts'
import { todayInIndia } from '../../../platform/database/india-sql.ts'
import { ago, days, minutes } from '../../../platform/database/moments-sql.ts'

const DEMO_PASSWORD = 'tvarit-demo'
/** A batch of so many; each level of the chain gives the first part of its stock to the one below. */
const COUPONS = 60
const GIVEN = [60, 40, 20]

export interface DemoLogin {
  role: string
  name: string
  /** E-mail with a password, phone number for a code. */
  login: string
  /** Null: log in with a code. */
  password: string | null
  /** Of a subscriber: the address in their QR code. */
  scan_url: string | null
}

/**
 * A small world to try the product in: people of every role, stickers, ambulances and hospitals in Bengaluru. Makes it
 * once (a later change by hand stays) and returns the logins each time. Safe from several processes at once. Known
 * passwords: never call it in production, where DEMO_DATA is rejected.
 */
export async function ensureDemoData({ ctx }: { ctx: Ctx }): Promise<DemoLogin[]> {
  const password_hash = await hashPassword(DEMO_PASSWORD)
  await inTransaction(ctx, async ({ db }) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('demo-data', 0))`.execute(db)
    const made = await db
      .insertInto('settings')
      .values({ name: 'demo_data', value: JSON.stringify({ made: true }) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows === 0n) return
    await addStaff(db, password_hash)
    const chain = await addChain(ctx.config, db)
    const coupons = await addStock(db, chain)
    await addSubscribers(db, coupons)
    await addCreators(db)
    await addAmbulances(db)
    await db.insertInto('hospitals').values(DEMO_HOSPITALS).execute()
  })
  return listLogins(ctx)
}

async function addStaff(db: Tx, password_hash: string): Promise<void> {
  const rows = DEMO_STAFF.map((person) => ({ ...person, password_hash }))
  // A real user may have one of these numbers already, such as the first admin.
  await db
    .insertInto('users')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A batch that went down the chain, with its paper trail; the worker packs its ZIP. Returns its coupons in their order. */
async function addStock(db: Tx, chain: number[]): Promise<number[]> {
  const made_by = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const job = await db
    .insertInto('bulk_jobs')
    .values({ count: COUPONS, created_by: made_by.id, name: 'Bengaluru launch' })
    .returning(['id', 'runs'])
    .executeTakeFirstOrThrow()
  await enqueueRun(db, job)
  const made = await db
    .insertInto('coupons')
    .values(Array.from({ length: COUPONS }, () => ({ ...newCodes(), bulk_job_id: job.id })))
    .returning('id')
    .execute()
  const coupons = made.map(({ id }) => id).toSorted((a, b) => a - b)
  for (const [level, to] of chain.entries()) {
    const ids = coupons.slice(0, GIVEN[level])
    const from = chain[level - 1] ?? null
    await sql`
      insert into stock_moves (request_id, from_id, to_id, bulk_job_id, numbers, count, coupons, moved_by, created_at)
      values (gen_random_uuid(), ${from}, ${to}, ${job.id}, int4multirange(int4range(1, ${ids.length}, '[]')), ${ids.length},
        (select range_agg(int8range(id, id, '[]')) from unnest(${ids}::bigint[]) id), ${from ?? made_by.id},
        ${ago(days(500 - 10 * level))})`.execute(db)
    await db.updateTable('coupons').set({ holder_id: to }).where('id', 'in', ids).execute()
  }
  return coupons
}

async function addSubscribers(db: Tx, coupons: number[]): Promise<void> {
  for (const [index, { started_days_ago, shown, ...subscriber }] of DEMO_SUBSCRIBERS.entries()) {
    const start_date = await daysAgo(db, started_days_ago)
    const enrolment = { photo: null, coupon_id: coupons[index]!, creator_coupon_id: null, start_date }
    const user = await insertSubscriber(db, subscriber, enrolment)
    const used_at = ago(days(started_days_ago))
    await db.updateTable('coupons').set({ used_at }).where('id', '=', coupons[index]!).execute()
    if (!user || !shown) continue
    await db.updateTable('subscriber_profiles').set(shown).where('user_id', '=', user.id).execute()
  }
}

async function daysAgo(db: Tx, days: number): Promise<string> {
  const result = await sql<{ day: string }>`
    select ${todayInIndia} - ${days}::int as day`.execute(db)
  return result.rows[0]!.day
}

/** Returns their ids, from the top down. */
async function addChain(config: Config, db: Tx): Promise<number[]> {
  const ids: number[] = []
  for (const { person, profile, numbers } of DEMO_CHAIN) {
    const user: { id: number } = await db
      .insertInto('users')
      .values({ ...person, parent_id: ids.at(-1) ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('distributor_profiles')
      .values({ ...profile, ...sealIdentity(config, user.id, numbers), user_id: user.id })
      .execute()
    ids.push(user.id)
  }
  return ids
}

async function addCreators(db: Tx): Promise<void> {
  const start_date = await daysAgo(db, 30)
  const end_date = await daysAgo(db, -335)
  await db
    .insertInto('creator_coupons')
    .values(DEMO_CREATORS.map((creator) => ({ ...creator, start_date, end_date })))
    .execute()
}

async function addAmbulances(db: Tx): Promise<void> {
  const rows = DEMO_AMBULANCES.map(({ seen, ...ambulance }) => ({
    ...ambulance,
    last_latitude: seen?.latitude ?? null,
    last_longitude: seen?.longitude ?? null,
    last_position_at: seen && ago(minutes(seen.minutes_ago)),
  }))
  await db.insertInto('ambulances').values(rows).execute()
}

/** The demo people who are still there. */
async function listLogins(ctx: Ctx): Promise<DemoLogin[]> {
  const everybody = [...DEMO_STAFF, ...DEMO_SUBSCRIBERS, ...DEMO_CHAIN.map(({ person }) => person)]
  const rows = await ctx.db
    .selectFrom('users as u')
    .leftJoin('coupons as c', (join) => join.onRef('c.user_id', '=', 'u.id').on('c.voided_at', 'is', null))
    .select(['u.first_name', 'u.last_name', 'u.email', 'u.phone_number', 'u.role', 'c.token'])
    .select(sql<boolean>`u.password_hash is not null`.as('has_password'))
    .where(
      'u.phone_number',
      'in',
      everybody.map((person) => person.phone_number),
    )
    .where('u.deleted_at', 'is', null)
    .execute()
  // In the order of the lists; demo people whose number is taken are left out.
  const people = everybody.flatMap(({ phone_number, email }) =>
    rows.filter((row) => row.phone_number === phone_number && row.email === email),
  )
  return people.map((row) => ({
    role: row.role,
    name: `${row.first_name} ${row.last_name}`,
    login: row.has_password ? (row.email ?? row.phone_number) : row.phone_number,
    password: row.has_password ? DEMO_PASSWORD : null,
    scan_url: row.token && scanUrl(ctx.config, row.token),
  }))
}
