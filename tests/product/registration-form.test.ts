import { CURRENT_NOTICE } from '@tvarit/shared/contracts/consents'
import { randomUUID } from 'node:crypto'
import type { AppRouter } from '@tvarit/server/routers/app-router'
import { createTRPCClient, httpLink } from '@trpc/client'
import { expect, test } from 'vitest'
import { indianDay } from '@tvarit/shared/contracts/indian-time'
import { call, codeBySms, newAddress } from '../harness/api.ts'
import { createSticker } from '../harness/people.ts'
import { register, registrationFields, registrationForm, sendRegistration, written } from '../harness/registration.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

test('a registration over REST writes person, profile, term, coupon, code and audit', async () => {
  const sticker = await createSticker(world)
  const fields = registrationFields(sticker)
  const answer = await register(world, fields)
  expect(answer.status).toBe(201)
  const { first_name, last_name, email, phone_number } = fields
  const id = Number(answer.body.id)
  expect(answer.body).toEqual({ id, first_name, last_name, email, phone_number, role: 'user' })
  const today = indianDay(new Date())
  const end = new Date(Date.parse(today) + 365 * 86_400_000).toISOString().slice(0, 10)
  const profile = await world.db
    .selectFrom('subscriber_profiles')
    .selectAll()
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  const { serial_number: _serial, otp: _otp, coupon_code: _code, start_date: _sent, ...rest } = { ...fields, otp: '' }
  const { first_name: _f, last_name: _l, email: _e, phone_number: _p, ...kept } = rest
  expect(profile).toMatchObject({
    ...kept,
    start_date: today,
    ending_date: end,
    consent_version: CURRENT_NOTICE.version,
  })
  const term = await world.db.selectFrom('subscriptions').selectAll().where('user_id', '=', id).execute()
  expect(term).toMatchObject([{ start_date: today, end_date: end, coupon_id: sticker.id, creator_coupon_id: null }])
  const coupon = await world.db.selectFrom('coupons').selectAll().where('id', '=', sticker.id).executeTakeFirstOrThrow()
  expect(coupon).toMatchObject({ status: 'USED', user_id: id })
  const audit = await world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'subscriber.registered')
    .where('subject_id', '=', id)
    .execute()
  expect(audit).toMatchObject([{ actor_id: id }])
  await world.advanceTime(61_000)
  const otp = await codeBySms(world, 'login', phone_number)
  const login = await call(world.url, '/api/users/login/otp-verify/', { body: { phone_number, otp } })
  const own = await call(world.url, '/api/users/profile/', { access: String(login.body.access) })
  expect(own.body).toMatchObject({ id, qrcode: { serial_number: sticker.serial_number, status: 'USED' } })
})

test('a registration over tRPC with FormData and a photo', async () => {
  const sticker = await createSticker(world)
  const fields = registrationFields(sticker)
  const request_id = randomUUID()
  const otp = await codeBySms(world, 'register', fields.phone_number, request_id)
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${world.url}/trpc`, headers: { 'x-forwarded-for': newAddress() } })],
  })
  const { default: sharp } = await import('sharp')
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const form = registrationForm(
    { ...fields, otp, request_id, terms_accepted: 'true' },
    new Blob([new Uint8Array(picture)]),
  )
  const user = await client.subscribers.register.mutate(form)
  expect(user).toMatchObject({ first_name: 'Lakshmi', role: 'user' })
  const profile = await world.db
    .selectFrom('subscriber_profiles')
    .select('photo')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(profile.photo).toMatch(/^photos\/[0-9a-f-]{36}\.jpg$/)
})

test('a rejection over tRPC carries the fields too', async () => {
  const fields = registrationFields({ serial_number: 'S1' })
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: `${world.url}/trpc` })] })
  const rejected = client.subscribers.register.mutate(registrationForm({ ...fields, otp: '123456' }))
  await expect(rejected).rejects.toMatchObject({
    data: { httpStatus: 400, body: { serial_number: [expect.stringContaining('typing mistake')] } },
  })
})

test('e-mail, contacts, health and photo are optional, and a fourth friend may be added', async () => {
  const sticker = await createSticker(world)
  const { first_name, last_name, phone_number, serial_number, address, pin_code, state } = registrationFields(sticker)
  const least = { first_name, last_name, phone_number, serial_number, address, pin_code, state }
  const otp = await codeBySms(world, 'register', phone_number)
  const answer = await sendRegistration(world, {
    ...least,
    otp,
    email: '',
    friend4_name: 'Devi',
    friend4_mobile: '+91 98123 45675',
  })
  expect([answer.status, answer.body.email]).toEqual([201, null])
  const profile = await world.db
    .selectFrom('subscriber_profiles')
    .selectAll()
    .where('user_id', '=', Number(answer.body.id))
    .executeTakeFirstOrThrow()
  expect(profile).toMatchObject({ spouse_name: null, photo: null, friend4_name: 'Devi', friend4_mobile: '9812345675' })
})

test('a serial number may be typed in any case, with hyphens, spaces and I for 1', async () => {
  const sticker = await createSticker(world)
  const typed = `${sticker.serial_number.slice(0, 5)}-${sticker.serial_number.slice(5)} `
    .toLowerCase()
    .replace('1', 'l')
  const answer = await register(world, registrationFields({ serial_number: typed }))
  expect(answer.status).toBe(201)
})

test('each missing required field is named, and nothing is written', async () => {
  const before = await written(world)
  const answer = await call(world.url, '/api/users/register/subscriber/', { body: new FormData() })
  expect(answer.status).toBe(400)
  const required = ['first_name', 'last_name', 'address', 'pin_code', 'phone_number', 'serial_number', 'state']
  expect(answer.body).toMatchObject(Object.fromEntries(required.map((field) => [field, ['This field is required']])))
  expect(await written(world)).toEqual(before)
})

test.each([
  ['first_name', 'x'.repeat(21)],
  ['last_name', 'x'.repeat(21)],
  ['email', `${'x'.repeat(40)}@test.example`],
  ['email', 'not an address'],
  ['serial_number', 'x'.repeat(16)],
  ['address', 'x'.repeat(151)],
  ['pin_code', '1234567'],
  ['pin_code', '12345'],
  ['phone_number', '12345'],
  ['state', 'Atlantis'],
  ['spouse_name', 'x'.repeat(21)],
  ['friend3_mobile', '123'],
  ['health_conditions', 'x'.repeat(201)],
  ['medicines', 'x'.repeat(201)],
  ['allergies', 'x'.repeat(201)],
  ['blood_group', 'C+'],
  ['sex', 'F'],
  ['date_of_birth', '1899-12-31'],
  ['date_of_birth', '2999-01-01'],
  ['date_of_birth', '31/01/1990'],
  ['terms_accepted', 'false'],
  ['otp', '12345'],
  ['otp', 'abcdef'],
  ['role', 'admin'],
  ['id', '1'],
  ['constructor', 'x'],
  ['__proto__', 'x'],
])('%s = %j is rejected under its field, and nothing is written', async (field, value) => {
  const sticker = await createSticker(world)
  const before = await written(world)
  const answer = await sendRegistration(world, { ...registrationFields(sticker), otp: '123456', [field]: value })
  expect(answer.status).toBe(400)
  expect(Object.entries(answer.body)).toEqual([[field, [expect.any(String)]]])
  expect(await written(world)).toEqual(before)
})
