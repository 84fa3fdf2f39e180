import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call, codeBySms, wrongCode } from '../harness/api.ts'
import { createSticker, createSubscriber, signIn } from '../harness/people.ts'
import { registrationFields, sendRegistration, written } from '../harness/registration.ts'
import { fileWorld } from '../harness/world.ts'

// Who lost the answer sends the same once more.

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

/** A form with its code, ready to be sent. */
async function form() {
  const request_id = randomUUID()
  const fields = registrationFields(await createSticker(world))
  return { ...fields, request_id, otp: await codeBySms(world, 'register', fields.phone_number, request_id) }
}

const OTP_USED = { otp: [expect.stringContaining('used')] }

test('a registration that is sent again has the same answer and writes nothing more', async () => {
  const filled = await form()
  const first = await sendRegistration(world, filled)
  const before = await written(world)
  const again = await sendRegistration(world, filled)
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(await written(world)).toEqual(before)
})

test('of a registration sent three times at once all get the same response, and one is made', async () => {
  const filled = await form()
  const before = await written(world)
  const answers = await Promise.all([1, 2, 3].map(() => sendRegistration(world, filled)))
  for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]!.body])
  expect(await written(world)).toMatchObject({ users: before.users! + 1, used_coupons: before.used_coupons! + 1 })
})

test('a repeated registration reveals nothing to another request, code or sticker', async () => {
  const filled = await form()
  expect((await sendRegistration(world, filled)).status).toBe(201)
  const { request_id: _none, ...without } = filled
  const strangers = [
    without,
    { ...filled, request_id: randomUUID() },
    { ...filled, otp: wrongCode(filled.otp) },
    { ...filled, serial_number: (await createSticker(world)).serial_number },
  ]
  for (const other of strangers) {
    const answer = await sendRegistration(world, other)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['otp']])
  }
})

test('a code that was used has five tries in all, its own among them', async () => {
  const filled = await form()
  expect((await sendRegistration(world, filled)).status).toBe(201)
  for (let by = 1; by <= 4; by++) {
    expect((await sendRegistration(world, { ...filled, otp: wrongCode(filled.otp, by) })).status).toBe(400)
  }
  const answer = await sendRegistration(world, filled)
  expect([answer.status, answer.body]).toEqual([400, OTP_USED])
})

test('a registration without a request id, known by its network alone, is not answered twice', async () => {
  const fields = registrationFields(await createSticker(world))
  const otp = await codeBySms(world, 'register', fields.phone_number)
  expect((await sendRegistration(world, { ...fields, otp })).status).toBe(201)
  const again = await sendRegistration(world, { ...fields, otp })
  expect([again.status, again.body]).toEqual([400, OTP_USED])
})

test('a renewal with a coupon that is sent again has the same answer and buys one term', async () => {
  const subscriber = await createSubscriber(world, { ends_in_days: 10 })
  const own = await signIn(world, subscriber.id)
  const { serial_number, coupon_code } = await createSticker(world)
  const renew = (access: string) =>
    call(world.url, '/api/users/profile/renew/', { body: { serial_number, coupon_code }, access })
  const first = await renew(own.access)
  const again = await Promise.all([1, 2].map(() => renew(own.access)))
  for (const { status, body } of again) expect([status, body]).toEqual([201, first.body])
  const other = await signIn(world, (await createSubscriber(world)).id)
  expect((await renew(other.access)).status).toBe(400)
  await world.db
    .updateTable('subscriptions')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('user_id', '=', own.id)
    .execute()
  expect((await renew(own.access)).status).toBe(400)
  const terms = await world.db.selectFrom('subscriptions').select('id').where('user_id', '=', own.id).execute()
  expect(terms).toHaveLength(2)
})

test('the codes of the sticker that a person registered with are no renewal', async () => {
  const fields = await form()
  await sendRegistration(world, fields)
  const { serial_number, phone_number } = fields
  const user = await world.db
    .selectFrom('users')
    .select('id')
    .where('phone_number', '=', phone_number)
    .executeTakeFirst()
  const coupon = world.db.selectFrom('coupons').select('coupon_code').where('serial_number', '=', serial_number)
  const { access } = await signIn(world, user!.id)
  const body = { serial_number, ...(await coupon.executeTakeFirst()) }
  expect((await call(world.url, '/api/users/profile/renew/', { body, access })).status).toBe(400)
})
