import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, createSticker, createSubscriber, type Person, signIn, type Sticker } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { termCalls } from '../harness/terms.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const admin = await createPerson(world, 'admin', 'Meera')
const { dayIn, terms } = termCalls(world, admin)

const renewWith = (who: Person, { serial_number, coupon_code }: Pick<Sticker, 'serial_number' | 'coupon_code'>) =>
  call(world.url, '/api/users/profile/renew/', { body: { serial_number, coupon_code }, access: who.access })
const couponOf = (sticker: Sticker) =>
  world.db.selectFrom('coupons').selectAll().where('id', '=', sticker.id).executeTakeFirstOrThrow()
const WRONG = { coupon_code: [expect.stringContaining('are not those of an unused coupon')] }

test('both codes of an unused coupon renew the plan, and its sticker works for the owner', async () => {
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
