import { planOf } from '@tvarit/shared/domain/subscribers/plans/plan-of'
import { remindOfRenewal } from '@tvarit/shared/domain/subscribers/plans/remind-of-renewal'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentAmbulance, step } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { auditOf } from '../harness/chain.ts'
import { createPerson, createSticker, createSubscriber, type Person, signIn, type Sticker } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'
import { entitlementText } from '../../web/src/lib/entitlement-text.ts'

const world = await fileWorld()
const admin = await createPerson(world, 'admin', 'Meera')

/** The day so many days from today in India. */
async function dayIn(days: number): Promise<string> {
  const found = await sql<{ day: string }>`
    select (now() at time zone 'Asia/Kolkata')::date + ${days}::int as day`.execute(world.db)
  return found.rows[0]!.day
}
const terms = (user_id: number) =>
  world.db
    .selectFrom('subscriptions')
    .select(['start_date', 'end_date', 'plan', 'ride_used_at', 'coupon_id'])
    .where('user_id', '=', user_id)
    .orderBy('end_date')
    .execute()
const datesOf = (user_id: number) =>
  world.db
    .selectFrom('subscriber_profiles')
    .select(['start_date', 'ending_date'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
const renew = (id: number, body: object, who = admin) =>
  call(world.url, `/api/users/${id}/renew/`, { body, access: who.access })
const renewWith = (who: Person, { serial_number, coupon_code }: Pick<Sticker, 'serial_number' | 'coupon_code'>) =>
  call(world.url, '/api/users/profile/renew/', { body: { serial_number, coupon_code }, access: who.access })
const couponOf = (sticker: Sticker) =>
  world.db.selectFrom('coupons').selectAll().where('id', '=', sticker.id).executeTakeFirstOrThrow()
const WRONG = { coupon_code: [expect.stringContaining('are not those of an unused coupon')] }

test('an early renewal adds 365 days after the last day, with a ride of its own and the same sticker', async () => {
  const { id, sticker } = await createSubscriber(world, { ends_in_days: 20 })
  const before = await datesOf(id)
  const answer = await renew(id, { plan: 'GOLD', ending_date: before.ending_date })
  expect([answer.status, answer.body.days_left]).toEqual([201, 20 + 1 + 365])
  expect(await datesOf(id)).toEqual({ start_date: before.start_date, ending_date: await dayIn(20 + 1 + 365) })
  expect(await terms(id)).toMatchObject([
    { plan: 'BASIC', end_date: await dayIn(20), coupon_id: sticker.id },
    { plan: 'GOLD', start_date: await dayIn(21), end_date: await dayIn(386), ride_used_at: null, coupon_id: null },
  ])
  // Until the new term begins, the plan is what it was.
  expect(answer.body.today).toMatchObject({ name: 'BASIC', km: 10, valid_to: await dayIn(20), expired: false })
  expect(await couponOf(sticker)).toMatchObject({ user_id: id, voided_at: null })
  expect(await auditOf(world, id, 'plan.renewed')).toEqual([{ actor_id: admin.id, detail: { plan: 'GOLD' } }])
})

test.each([
  [-1, 0],
  [-40, 0],
  [0, 1],
])('renewed %i days from the end, the new term begins %i days from today', async (ends_in_days, begins) => {
  const { id } = await createSubscriber(world, { ends_in_days })
  await renew(id, { ending_date: await dayIn(ends_in_days) })
  expect((await terms(id)).at(-1)).toMatchObject({
    start_date: await dayIn(begins),
    end_date: await dayIn(begins + 365),
  })
  const gap = ends_in_days < -1
  expect(await datesOf(id)).toEqual({
    start_date: gap ? await dayIn(begins) : await dayIn(-100),
    ending_date: await dayIn(begins + 365),
  })
})

test('the same renewal sent twice adds one term; of two admins at once one is told', async () => {
  const { id } = await createSubscriber(world, { ends_in_days: 5 })
  const body = { ending_date: await dayIn(5) }
  const answers = await Promise.all([renew(id, body), renew(id, body), renew(id, body)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.detail).toMatch(/renewed in the meantime/)
  expect(await terms(id)).toHaveLength(2)
})

test.each([
  [{ ending_date: 'x' }, 'ending_date'],
  [{ plan: 'PLATINUM', ending_date: '2027-01-01' }, 'plan'],
  [{}, 'ending_date'],
])('a renewal of %j is refused and nothing is written', async (body, field) => {
  const { id } = await createSubscriber(world)
  const answer = await renew(id, body)
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
  expect(await terms(id)).toHaveLength(1)
})

test('nobody who is not a living subscriber has a plan to read or to renew', async () => {
  const removed = await createSubscriber(world)
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', removed.id).execute()
  for (const id of [admin.id, removed.id, 999_999_999]) {
    expect((await renew(id, { ending_date: await dayIn(200) })).status).toBe(404)
    expect((await call(world.url, `/api/users/${id}/plan/`, { access: admin.access })).status).toBe(404)
  }
})

test('a subscriber reads only the own plan', async () => {
  const own = await signIn(world, (await createSubscriber(world)).id)
  const other = await createSubscriber(world)
  expect((await call(world.url, `/api/users/${own.id}/plan/`, { access: own.access })).status).toBe(200)
  expect((await call(world.url, `/api/users/${other.id}/plan/`, { access: own.access })).status).toBe(404)
})

test('both codes of an unused coupon renew the plan; its sticker then raises alerts of its new owner', async () => {
  const subscriber = await createSubscriber(world, { ends_in_days: 10 })
  const own = await signIn(world, subscriber.id)
  const fresh = await createSticker(world)
  const typed = {
    serial_number: fresh.serial_number.toLowerCase(),
    coupon_code: `${fresh.coupon_code.slice(0, 5)}-${fresh.coupon_code.slice(5)}`,
  }
  const answer = await renewWith(own, typed)
  expect([answer.status, answer.body.days_left]).toEqual([201, 10 + 366])
  expect(await terms(own.id)).toMatchObject([{}, { plan: 'BASIC', coupon_id: fresh.id, start_date: await dayIn(11) }])
  expect(await couponOf(fresh)).toMatchObject({
    status: 'USED',
    user_id: own.id,
    voided_at: expect.any(Date),
    void_reason: 'Used to renew a plan',
  })
  const { id } = await press(world.url, fresh.token)
  const alert = await world.db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(alert).toMatchObject({ user_id: own.id, unregistered: false, expired: false })
  const profile = await call(world.url, '/api/users/profile/', { access: own.access })
  expect(profile.body.qrcode).toMatchObject({ serial_number: subscriber.sticker.serial_number })
})

test('a person who has no valid sticker any more keeps the new one as theirs', async () => {
  const subscriber = await createSubscriber(world)
  await world.db.updateTable('coupons').set({ voided_at: new Date() }).where('id', '=', subscriber.sticker.id).execute()
  const fresh = await createSticker(world)
  expect((await renewWith(await signIn(world, subscriber.id), fresh)).status).toBe(201)
  expect(await couponOf(fresh)).toMatchObject({ status: 'USED', voided_at: null, void_reason: null })
})

test('of several people with one coupon exactly one renews', async () => {
  const fresh = await createSticker(world)
  const people = await Promise.all([1, 2, 3, 4].map(async () => signIn(world, (await createSubscriber(world)).id)))
  const answers = await Promise.all(people.map((person) => renewWith(person, fresh)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
  for (const answer of answers.filter(({ status }) => status === 400)) expect(answer.body).toEqual(WRONG)
  const counts = await Promise.all(people.map(async ({ id }) => (await terms(id)).length))
  expect(counts.toSorted()).toEqual([1, 1, 1, 2])
})

test('every pair of codes that is none of an unused coupon gets one and the same answer', async () => {
  const own = await signIn(world, (await createSubscriber(world)).id)
  const [fresh, other, voided, used] = await Promise.all([1, 2, 3, 4].map(() => createSticker(world)))
  await world.db.updateTable('coupons').set({ voided_at: new Date() }).where('id', '=', voided!.id).execute()
  await world.db.updateTable('coupons').set({ status: 'USED' }).where('id', '=', used!.id).execute()
  const pairs = [
    { serial_number: fresh!.serial_number, coupon_code: other!.coupon_code },
    { serial_number: 'S000000000', coupon_code: 'X' },
    voided!,
    used!,
  ]
  for (const pair of pairs) expect(await renewWith(own, pair)).toMatchObject({ status: 400, body: WRONG })
  expect(await terms(own.id)).toHaveLength(1)
  expect(await couponOf(fresh!)).toMatchObject({ status: 'AVAILABLE', user_id: null })
})

test('the eleventh try within an hour has to wait, also with the right codes', async () => {
  const own = await signIn(world, (await createSubscriber(world)).id)
  for (let tries = 0; tries < 10; tries++) {
    expect((await renewWith(own, { serial_number: 'S1', coupon_code: 'X' })).status).toBe(400)
  }
  const answer = await renewWith(own, await createSticker(world))
  expect([answer.status, Number(answer.headers.get('retry-after')) > 3000]).toEqual([429, true])
  expect(await terms(own.id)).toHaveLength(1)
})

test('a ride belongs to the term of the day of the alert: an early renewal neither wipes nor grants one', async () => {
  const first = await sentAmbulance(world, admin, { ends_in_days: 3 })
  await step(world, first.token, 'DONE')
  const { id } = first.alert.subscriber
  await renew(id, { ending_date: await dayIn(3) })
  const rides = (await terms(id)).map(({ ride_used_at }) => ride_used_at !== null)
  expect(rides).toEqual([true, false])
  const plan = await call(world.url, `/api/users/${id}/plan/`, { access: admin.access })
  expect(plan.body.today).toMatchObject({ ride_used: true, valid_to: await dayIn(3) })
})

test('a ride of the last day of a term is taken from it after the renewed one has begun', async () => {
  const drive = await sentAmbulance(world, admin, { ends_in_days: 0 })
  const { id } = drive.alert.subscriber
  await renew(id, { ending_date: await dayIn(0) })
  await world.db
    .updateTable('subscriptions')
    .set({ start_date: sql<string>`start_date - 1`, end_date: sql<string>`end_date - 1` })
    .where('user_id', '=', id)
    .execute()
  await world.db
    .updateTable('alerts')
    .set({ timestamp: sql<Date>`timestamp - interval '1 day'` })
    .where('id', '=', drive.alert.id)
    .execute()
  await step(world, drive.token, 'DONE')
  expect((await terms(id)).map(({ ride_used_at }) => ride_used_at !== null)).toEqual([true, false])
})

test('a term ends at midnight in India, and the next one begins there', async () => {
  const { id } = await createSubscriber(world)
  await world.db.deleteFrom('subscriptions').where('user_id', '=', id).execute()
  await world.db
    .insertInto('subscriptions')
    .values([
      { user_id: id, start_date: '2026-01-11', end_date: '2027-01-10', plan: 'BASIC' },
      { user_id: id, start_date: '2027-01-11', end_date: '2028-01-10', plan: 'GOLD' },
    ])
    .execute()
  const at = (moment: string) => planOf(world.db, id, new Date(moment))
  expect(await at('2026-01-10T18:29:59Z')).toBeNull()
  expect(await at('2026-01-10T18:30:00Z')).toMatchObject({ name: 'BASIC', expired: false })
  expect(await at('2027-01-10T18:29:59Z')).toMatchObject({ name: 'BASIC', expired: false })
  expect(await at('2027-01-10T18:30:00Z')).toMatchObject({ name: 'GOLD', km: 15, expired: false })
  expect(await at('2028-01-10T18:29:59Z')).toMatchObject({ name: 'GOLD', expired: false })
  expect(await at('2028-01-10T18:30:00Z')).toMatchObject({ name: 'GOLD', expired: true })
})

test('what a plan pays for is said in plain words', () => {
  const plan = { name: 'BASIC' as const, km: 10, ride_used: false, ride_used_at: null, valid_to: '2027-11-14' }
  expect(entitlementText({ ...plan, expired: false })).toBe('1 ride up to 10 km, not used, valid to 14 Nov 2027')
  const used = { ...plan, ride_used: true, ride_used_at: '2027-03-02T20:00:00Z' }
  expect(entitlementText({ ...used, expired: false })).toBe(
    '1 ride up to 10 km, used on 03 Mar 2027, valid to 14 Nov 2027',
  )
  expect(entitlementText({ ...plan, expired: true })).toBe('1 ride up to 10 km, not used, ended on 14 Nov 2027')
})

/** Ten in the morning in India, so many days before a term ends. */
const morningBefore = (end_date: string, days: number): Date => {
  const moment = new Date(`${end_date}T04:30:00Z`)
  moment.setUTCDate(moment.getUTCDate() - days)
  return moment
}
const remind = (now: Date) => remindOfRenewal({ ctx: world.ctx(), input: { now } })
const reminders = async (user_id: number) =>
  (
    await world.db
      .selectFrom('messages')
      .select(['params', 'to_phone'])
      .where('user_id', '=', user_id)
      .where('template', '=', 'renewal_reminder')
      .orderBy('id')
      .execute()
  ).map(({ params }) => (params as { days: number }).days)

/** Ends far in the future, so that the worker's own sweep stays out of it. */
async function futureTerm(): Promise<{ id: number; end_date: string; phone_number: string }> {
  const subscriber = await createSubscriber(world, { ends_in_days: 5000 })
  const end_date = await dayIn(5000)
  await world.db
    .updateTable('subscriptions')
    .set({ next_reminder_on: sql<string>`end_date - 30` })
    .where('user_id', '=', subscriber.id)
    .execute()
  return { id: subscriber.id, end_date, phone_number: subscriber.phone_number }
}

test('a subscriber is reminded 30, 7 and 1 days before the end, once each, and in the daytime', async () => {
  const { id, end_date } = await futureTerm()
  const night = new Date(morningBefore(end_date, 30).getTime() - 2 * 3_600_000)
  const days = [31, 30, 30, 29, 8, 7, 7, 2, 1, 1, 0, -1]
  await remind(night)
  expect(await reminders(id)).toEqual([])
  for (const before of days) await remind(morningBefore(end_date, before))
  expect(await reminders(id)).toEqual([30, 7, 1])
})

test('a person who was missed is reminded late with the days that are left, and once', async () => {
  const { id, end_date } = await futureTerm()
  for (const before of [5, 5, 4]) await remind(morningBefore(end_date, before))
  expect(await reminders(id)).toEqual([5])
  await remind(morningBefore(end_date, -3))
  expect(await reminders(id)).toEqual([5])
})

test('a person who renewed or was removed is not reminded of the old term', async () => {
  const renewed = await futureTerm()
  await renew(renewed.id, { ending_date: renewed.end_date })
  const removed = await futureTerm()
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', removed.id).execute()
  await Promise.all([remind(morningBefore(renewed.end_date, 7)), remind(morningBefore(renewed.end_date, 7))])
  expect([await reminders(renewed.id), await reminders(removed.id)]).toEqual([[], []])
})
