import { CURRENT_NOTICE } from '@tvarit/shared/contracts/consents'
import type { Role } from '@tvarit/shared/contracts/roles'
import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { openSession } from '@tvarit/shared/domain/people/sessions/open-session'
import { readActor } from '@tvarit/shared/domain/people/sessions/read-actor'
import type { Actor } from '@tvarit/shared/platform/context'
import { sql } from 'kysely'
import type { World } from './world.ts'

/** What of a world it takes to make people. */
type Database = Pick<World, 'db' | 'ctx'>

let phones = 9_100_000_000

/** A phone number nobody else in this test file has. */
export const newPhone = (): string => String(phones++)

export interface Person {
  id: number
  first_name: string
  phone_number: string
  actor: Actor
  access: string
  refresh: string
  /** Headers of an authenticated call. */
  headers: Record<string, string>
}

/** A person with a role and an open session. */
export async function createPerson(
  world: Database,
  role: Role,
  first_name = 'Asha',
  parent_id?: number,
): Promise<Person> {
  const phone_number = newPhone()
  const user = await world.db
    .insertInto('users')
    .values({
      first_name,
      last_name: 'Rao',
      email: `${phone_number}@test.example`,
      phone_number,
      role,
      parent_id: parent_id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return signIn(world, user.id)
}

/** An open session of a person who is there already. */
export async function signIn(world: Database, id: number): Promise<Person> {
  const user = await world.db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'phone_number', 'role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const session = await openSession({ ctx: world.ctx(), user, how: 'password' })
  const actor = (await readActor({ ctx: world.ctx(), access: session.access }))!
  return {
    id: user.id,
    first_name: user.first_name,
    phone_number: user.phone_number,
    actor,
    access: session.access,
    refresh: session.refresh,
    headers: { authorization: `Bearer ${session.access}`, 'content-type': 'application/json' },
  }
}

/** The context of a verb that this person calls. */
export const actingAs = (world: World, { actor }: Person) => ({ ...world.ctx(actor), actor })

export interface Sticker {
  id: number
  token: string
  serial_number: string
  coupon_code: string
}

/** A sticker nobody has registered yet. */
export async function createSticker(world: World): Promise<Sticker> {
  const codes = newCodes()
  const row = await world.db.insertInto('coupons').values(codes).returning('id').executeTakeFirstOrThrow()
  return { id: row.id, ...codes }
}

export interface Subscriber {
  id: number
  phone_number: string
  sticker: Sticker
  relatives: string[]
}

interface SubscriberOptions {
  first_name?: string
  /** Numbers of spouse and relative; two of their own unless given. */
  relatives?: string[]
  /** Days until the plan ends; negative for an expired one. */
  ends_in_days?: number
  show_first_name?: boolean
}

/** A registered subscriber with a sticker and relatives. */
export async function createSubscriber(world: World, options: SubscriberOptions = {}): Promise<Subscriber> {
  const {
    first_name = 'Ravi',
    relatives = [newPhone(), newPhone()],
    ends_in_days = 200,
    show_first_name = false,
  } = options
  const sticker = await createSticker(world)
  const phone_number = newPhone()
  const user = await world.db
    .insertInto('users')
    .values({ first_name, last_name: 'Kumar', phone_number, role: 'user' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('subscriber_profiles')
    .values({
      user_id: user.id,
      address: '12 MG Road',
      state: 'Karnataka',
      pin_code: '560001',
      start_date: sql<string>`(now() at time zone 'Asia/Kolkata')::date + ${ends_in_days}::int - 365`,
      ending_date: sql<string>`(now() at time zone 'Asia/Kolkata')::date + ${ends_in_days}::int`,
      spouse_name: 'Meena Kumar',
      spouse_mobile: relatives[0] ?? null,
      relative_name: 'Suresh Kumar',
      relative_mobile: relatives[1] ?? null,
      health_conditions: 'Diabetes SECRET-HEALTH',
      medicines: 'Metformin SECRET-MEDICINE',
      show_first_name,
      consent_version: CURRENT_NOTICE.version,
      consented_at: new Date(),
    })
    .execute()
  await sql`insert into subscriptions (user_id, start_date, end_date, coupon_id)
    select user_id, start_date, ending_date, ${sticker.id} from subscriber_profiles where user_id = ${user.id}`.execute(
    world.db,
  )
  await world.db
    .updateTable('coupons')
    .set({ status: 'USED', user_id: user.id, used_at: new Date() })
    .where('id', '=', sticker.id)
    .execute()
  return { id: user.id, phone_number, sticker, relatives }
}
