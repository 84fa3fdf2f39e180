import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codeBySms, wrongCode } from '../harness/api.ts'
import { createSticker } from '../harness/people.ts'
import { register, registrationFields, sendRegistration, written } from '../harness/registration.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

const creatorCoupon = (values: { coupon_code: string; from: number; to: number; is_active?: boolean }) =>
  world.db
    .insertInto('creator_coupons')
    .values({
      name: 'Ravi',
      social_media_name: '@ravi',
      coupon_code: values.coupon_code,
      is_active: values.is_active ?? true,
      start_date: sql<string>`(now() at time zone 'Asia/Kolkata')::date + ${values.from}::int`,
      end_date: sql<string>`(now() at time zone 'Asia/Kolkata')::date + ${values.to}::int`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

test('a wrong code is an error under otp, and the right one still works afterwards', async () => {
  const sticker = await createSticker(world)
  const fields = registrationFields(sticker)
  const before = await written(world)
  const otp = await codeBySms(world, 'register', fields.phone_number)
  const wrong = await sendRegistration(world, { ...fields, otp: wrongCode(otp) })
  expect([wrong.status, wrong.body]).toEqual([400, { otp: ['Invalid OTP'] }])
  expect(await written(world)).toEqual(before)
  expect((await sendRegistration(world, { ...fields, otp })).status).toBe(201)
})

test('without the right code nobody learns which serial numbers and e-mails are registered', async () => {
  const used = await createSticker(world)
  const known = registrationFields(used)
  expect((await register(world, known)).status).toBe(201)
  const probe = { ...registrationFields(used), email: known.email }
  const otp = wrongCode(await codeBySms(world, 'register', probe.phone_number))
  const answer = await sendRegistration(world, { ...probe, otp })
  expect(answer.body).toEqual({ otp: ['Invalid OTP'] })
  expect(Object.keys((await sendRegistration(world, { ...registrationFields(used), otp })).body)).toEqual(['otp'])
})

test('a serial number with a typing mistake, with a zero, or unknown gets its own text', async () => {
  const { serial_number } = await createSticker(world)
  const swapped = serial_number.slice(0, 3) + serial_number[4]! + serial_number[3]! + serial_number.slice(5)
  const typo =
    swapped === serial_number ? `${serial_number.slice(0, -1)}${serial_number.endsWith('2') ? '3' : '2'}` : swapped
  const texts = new Map([
    [typo, 'This serial number has a typing mistake. Check it against your sticker.'],
    [`${serial_number.slice(0, -1)}0`, 'Codes have no zero and no letter O. Check it against your sticker.'],
    [newCodes().serial_number, 'This serial number does not exist. Check it against your sticker.'],
  ])
  for (const [typed, text] of texts) {
    const answer = await register(world, registrationFields({ serial_number: typed }))
    expect([answer.status, answer.body]).toEqual([400, { serial_number: [text] }])
  }
})

test('all that is taken is said at once, and the code is not used up', async () => {
  const used = await createSticker(world)
  const first = registrationFields(used)
  expect((await register(world, first)).status).toBe(201)
  const before = await written(world)
  const second = { ...registrationFields(used), email: first.email.toUpperCase(), coupon_code: 'NOBODY-1' }
  const otp = await codeBySms(world, 'register', second.phone_number)
  const answer = await sendRegistration(world, { ...second, otp })
  expect([answer.status, answer.body]).toEqual([
    400,
    {
      serial_number: ['This serial number is already registered.'],
      email: ['This e-mail address is already registered.'],
      coupon_code: ['This coupon code is not valid.'],
    },
  ])
  expect(await written(world)).toEqual(before)
  const sticker = await createSticker(world)
  const retried = { ...second, email: '', coupon_code: '', serial_number: sticker.serial_number, otp }
  expect((await sendRegistration(world, retried)).status).toBe(201)
})

test('a number that was registered between code and form is rejected under its field', async () => {
  const fields = registrationFields(await createSticker(world))
  const otp = await codeBySms(world, 'register', fields.phone_number)
  await world.db
    .insertInto('users')
    .values({ first_name: 'Faster', phone_number: fields.phone_number, role: 'retailer' })
    .execute()
  const answer = await sendRegistration(world, { ...fields, otp })
  expect([answer.status, answer.body]).toEqual([400, { phone_number: ['This number is already registered.'] }])
})

test('a voided sticker cannot be registered', async () => {
  const sticker = await createSticker(world)
  await world.db.updateTable('coupons').set({ voided_at: new Date() }).where('id', '=', sticker.id).execute()
  const answer = await register(world, registrationFields(sticker))
  expect(answer.body).toEqual({ serial_number: ['This serial number does not exist. Check it against your sticker.'] })
})

test('the coupon code of the sticker itself is accepted as it is printed', async () => {
  const sticker = await createSticker(world)
  const printed = sticker.coupon_code.replace(/(.{5})(?=.)/g, '$1-').toLowerCase()
  const answer = await register(world, { ...registrationFields(sticker), coupon_code: printed })
  expect(answer.status).toBe(201)
})

test('the coupon code of another sticker is rejected', async () => {
  const other = await createSticker(world)
  const fields = { ...registrationFields(await createSticker(world)), coupon_code: other.coupon_code }
  const answer = await register(world, fields)
  expect([answer.status, answer.body]).toEqual([400, { coupon_code: ['This coupon code is not valid.'] }])
})

test('an active creator coupon is noted with the term, on its first and last day too', async () => {
  for (const [coupon_code, from, to] of [
    ['RAVI-7K4', 0, 10],
    ['RAVI-8M2', -10, 0],
  ] as const) {
    const creator = await creatorCoupon({ coupon_code, from, to })
    const fields = { ...registrationFields(await createSticker(world)), coupon_code: coupon_code.toLowerCase() }
    const answer = await register(world, fields)
    expect(answer.status).toBe(201)
    const term = await world.db
      .selectFrom('subscriptions')
      .select('creator_coupon_id')
      .where('user_id', '=', Number(answer.body.id))
      .executeTakeFirstOrThrow()
    expect(term.creator_coupon_id).toBe(creator.id)
  }
})

test.each([
  ['not begun', { coupon_code: 'LATE-222', from: 1, to: 5 }],
  ['ended', { coupon_code: 'OLD-2222', from: -5, to: -1 }],
  ['inactive', { coupon_code: 'OFF-2222', from: -5, to: 5, is_active: false }],
])('a creator coupon that is %s is rejected', async (_why, values) => {
  await creatorCoupon(values)
  const fields = { ...registrationFields(await createSticker(world)), coupon_code: values.coupon_code }
  const answer = await register(world, fields)
  expect([answer.status, answer.body]).toEqual([400, { coupon_code: ['This coupon code is not valid.'] }])
})
