import { openSession } from '@tvarit/shared/domain/people/sessions/open-session'
import { beforeAll, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, createSticker, createSubscriber, type Person, type Subscriber } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin')
const staff = await createPerson(world, 'staff')

const subscribers: Subscriber[] = []
beforeAll(async () => {
  for (let n = 0; n < 12; n++) subscribers.push(await createSubscriber(world, { first_name: `Ravi${n}` }))
  for (let n = 0; n < 5; n++) await createSticker(world)
  await raise(subscribers[0]!, 'PENDING')
  await raise(subscribers[0]!, 'ATTENDED')
  await raise(subscribers[1]!, 'PENDING')
})

const raise = ({ id, sticker }: Subscriber, status: 'PENDING' | 'ATTENDED') =>
  world.db
    .insertInto('alerts')
    .values({ coupon_id: sticker.id, user_id: id, status, status_token: `${id}-${status}` })
    .execute()

const read = async (access: string) => {
  const answer = await call(world.url, '/api/dashboard/', { access })
  expect(answer.status).toBe(200)
  return answer.body as Record<string, unknown> & { recent_10_users: { id: number }[] }
}

test('an admin sees the figures of everything and the ten newest subscribers', async () => {
  const { recent_10_users, ...figures } = await read(admin.access)
  expect(figures).toEqual({
    total_users: 12,
    total_generated_qr_count: 17,
    total_used_qrs_count: 12,
    pending_alerts_count: 2,
    total_staff_count: 1,
  })
  expect(recent_10_users.map(({ id }) => id)).toEqual(
    subscribers
      .slice(2)
      .map(({ id }) => id)
      .toReversed(),
  )
  expect(recent_10_users[0]).toEqual({
    id: subscribers[11]!.id,
    name: 'Ravi11 Kumar',
    email: null,
    phone_number: subscribers[11]!.phone_number,
  })
})

test('staff see the same without the number of staff', async () => {
  const { total_staff_count: _, ...expected } = await read(admin.access)
  expect(await read(staff.access)).toEqual(expected)
})

test('a subscriber sees only themselves', async () => {
  const [me] = subscribers
  const user = await world.db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'phone_number', 'role'])
    .where('id', '=', me!.id)
    .executeTakeFirstOrThrow()
  const { access } = await openSession({ ctx: world.ctx(), user, how: 'password' })
  expect(await read(access)).toEqual({
    total_users: 1,
    total_generated_qr_count: 1,
    total_used_qrs_count: 1,
    pending_alerts_count: 1,
    recent_10_users: [{ id: me!.id, name: 'Ravi0 Kumar', email: null, phone_number: me!.phone_number }],
  })
})

test('the chain sees the people below, a retailer only themselves, and no alerts or coupons', async () => {
  const top = await createPerson(world, 'super_distributor')
  const distributor = await createPerson(world, 'distributor', 'Nandini', top.id)
  const foreign = await createPerson(world, 'distributor', 'Other')
  const retailers: Person[] = []
  for (let n = 0; n < 11; n++) retailers.push(await createPerson(world, 'retailer', `Shop${n}`, distributor.id))
  await createPerson(world, 'retailer', 'Elsewhere', foreign.id)
  const none = { total_generated_qr_count: 0, total_used_qrs_count: 0, pending_alerts_count: 0 }
  const newest = retailers.slice(1).toReversed()

  const { recent_10_users: ofTop, ...top_figures } = await read(top.access)
  expect(top_figures).toEqual({ total_users: 12, ...none })
  expect(ofTop.map(({ id }) => id)).toEqual(newest.map(({ id }) => id))

  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', retailers[10]!.id).execute()
  const { recent_10_users: ofDistributor, ...figures } = await read(distributor.access)
  expect(figures).toEqual({ total_users: 10, ...none })
  expect(ofDistributor.map(({ id }) => id)).toEqual(
    retailers
      .slice(0, 10)
      .toReversed()
      .map(({ id }) => id),
  )

  const { recent_10_users: ofRetailer, ...own } = await read(retailers[0]!.access)
  expect(own).toEqual({ total_users: 1, ...none })
  expect(ofRetailer.map(({ id }) => id)).toEqual([retailers[0]!.id])
})

test('removing a subscriber and using a coupon show at once', async () => {
  const before = await read(admin.access)
  const [removed] = subscribers
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', removed!.id).execute()
  await createSubscriber(world)
  const after = await read(admin.access)
  expect(after.total_users).toBe(before.total_users)
  expect(after.total_used_qrs_count).toBe(Number(before.total_used_qrs_count) + 1)
})
