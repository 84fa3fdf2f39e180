import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import type { Config } from '../../../platform/config.ts'
import type { Tx } from '../../../platform/database.ts'
import { sealIdentity } from '../../sales/chain/identity.ts'
import { newCodes } from '../../ground/qr/new-codes.ts'
import { scanUrl } from '../../ground/qr/qr-image.ts'
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
import { todayInIndia } from '../../../platform/india-sql.ts'

export const DEMO_PASSWORD = 'tvarit-demo'
const COUPONS = 12

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
 * passwords: never call it in production, where DEMO_DATA is refused.
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
    await addSubscribers(db)
    await addChain(ctx.config, db)
    await addCreators(db)
    await addAmbulances(db)
    await db.insertInto('hospitals').values(DEMO_HOSPITALS).execute()
  })
  return listLogins(ctx)
}

async function addStaff(db: Tx, password_hash: string): Promise<void> {
  const rows = DEMO_STAFF.map((person) => ({ ...person, password_hash }))
  // Somebody real may have one of these numbers already, such as the first admin.
  await db
    .insertInto('users')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function addSubscribers(db: Tx): Promise<void> {
  const coupons = await db
    .insertInto('coupons')
    .values(Array.from({ length: COUPONS }, newCodes))
    .returning('id')
    .execute()
  for (const [index, { started_days_ago, shown, ...subscriber }] of DEMO_SUBSCRIBERS.entries()) {
    const start_date = await daysAgo(db, started_days_ago)
    const enrolment = { photo: null, coupon_id: coupons[index]!.id, creator_coupon_id: null, start_date }
    const user = await insertSubscriber(db, subscriber, enrolment)
    if (!user || !shown) continue
    await db.updateTable('subscriber_profiles').set(shown).where('user_id', '=', user.id).execute()
  }
}

async function daysAgo(db: Tx, days: number): Promise<string> {
  const result = await sql<{ day: string }>`
    select ${todayInIndia} - ${days}::int as day`.execute(db)
  return result.rows[0]!.day
}

async function addChain(config: Config, db: Tx): Promise<void> {
  let parent_id: number | null = null
  for (const { person, profile, numbers } of DEMO_CHAIN) {
    const user: { id: number } = await db
      .insertInto('users')
      .values({ ...person, parent_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('distributor_profiles')
      .values({ ...profile, ...sealIdentity(config, user.id, numbers), user_id: user.id })
      .execute()
    parent_id = user.id
  }
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
    last_position_at: seen && sql<Date>`now() - ${seen.minutes_ago} * interval '1 minute'`,
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
  // In the order of the lists; whoever else has one of the numbers is left out.
  const living = everybody.flatMap(({ phone_number, email }) =>
    rows.filter((row) => row.phone_number === phone_number && row.email === email),
  )
  return living.map((row) => ({
    role: row.role,
    name: `${row.first_name} ${row.last_name}`,
    login: row.has_password ? (row.email ?? row.phone_number) : row.phone_number,
    password: row.has_password ? DEMO_PASSWORD : null,
    scan_url: row.token && scanUrl(ctx.config, row.token),
  }))
}
