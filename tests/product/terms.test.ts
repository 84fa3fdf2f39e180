import { planOf } from '@tvarit/shared/domain/subscribers/plans/plan-of'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentAmbulance, step } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { auditOf } from '../harness/chain.ts'
import { createPerson, createSubscriber, signIn } from '../harness/people.ts'
import { termCalls } from '../harness/terms.ts'
import { fileWorld } from '../harness/world.ts'
import { entitlementText } from '../../web/src/lib/entitlement-text.ts'

const world = await fileWorld()
const admin = await createPerson(world, 'admin', 'Meera')
const { dayIn, terms, renew } = termCalls(world, admin)

const datesOf = (user_id: number) =>
  world.db
    .selectFrom('subscriber_profiles')
    .select(['start_date', 'ending_date'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()

test('an early renewal adds 365 days after the last day, with a ride and the same sticker', async () => {
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
  const coupon = await world.db.selectFrom('coupons').selectAll().where('id', '=', sticker.id).executeTakeFirst()
  expect(coupon).toMatchObject({ user_id: id, voided_at: null })
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
    start_date: gap ? await dayIn(begins) : await dayIn(ends_in_days - 365),
    ending_date: await dayIn(begins + 365),
  })
})

test('the same renewal sent twice adds one term, and of two admins one gets an error', async () => {
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
])('a renewal of %j is rejected and nothing is written', async (body, field) => {
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

test('a ride belongs to the term of the alert’s day, also after an early renewal', async () => {
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
