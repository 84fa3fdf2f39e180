import { CURRENT_NOTICE } from '@tvarit/shared/contracts/consents'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { AppRouter } from '@tvarit/server/routers/app-router'
import { newCodes } from '@tvarit/shared/domain/ground/qr/new-codes'
import { createTRPCClient, httpLink } from '@trpc/client'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { indianDay } from '@tvarit/shared/contracts/indian-time'
import { call, codeBySms, newAddress, wrongCode } from '../harness/api.ts'
import { createPerson, createSticker, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { register, registrationFields, registrationForm, sendRegistration, written } from '../harness/registration.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

const photosKept = () => {
  const folder = path.join(world.config.DATA_DIR, 'files', 'photos')
  return fs.existsSync(folder) ? fs.readdirSync(folder).length : 0
}

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

test('a refusal over tRPC carries the fields too', async () => {
  const fields = registrationFields({ serial_number: 'S1' })
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: `${world.url}/trpc` })] })
  const refused = client.subscribers.register.mutate(registrationForm({ ...fields, otp: '123456' }))
  await expect(refused).rejects.toMatchObject({
    data: { httpStatus: 400, body: { serial_number: [expect.stringContaining('typing mistake')] } },
  })
})

test('e-mail, contacts, health and photo may be left out; a fourth friend may be added', async () => {
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
])('%s = %j is refused under its field, and nothing is written', async (field, value) => {
  const sticker = await createSticker(world)
  const before = await written(world)
  const answer = await sendRegistration(world, { ...registrationFields(sticker), otp: '123456', [field]: value })
  expect(answer.status).toBe(400)
  expect(Object.entries(answer.body)).toEqual([[field, [expect.any(String)]]])
  expect(await written(world)).toEqual(before)
})

test('a wrong code refuses under otp; the right one still works afterwards', async () => {
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

test('all that is taken is told at once, and the code is not used up', async () => {
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

test('a number that was registered between code and form is refused under its field', async () => {
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

test('the coupon code of another sticker is refused', async () => {
  const other = await createSticker(world)
  const fields = { ...registrationFields(await createSticker(world)), coupon_code: other.coupon_code }
  const answer = await register(world, fields)
  expect([answer.status, answer.body]).toEqual([400, { coupon_code: ['This coupon code is not valid.'] }])
})

test('an active creator coupon inside its dates is noted with the term, first and last day included', async () => {
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
])('a creator coupon that is %s is refused', async (_why, values) => {
  await creatorCoupon(values)
  const fields = { ...registrationFields(await createSticker(world)), coupon_code: values.coupon_code }
  const answer = await register(world, fields)
  expect([answer.status, answer.body]).toEqual([400, { coupon_code: ['This coupon code is not valid.'] }])
})

test('a sticker with an open alert can be registered', async () => {
  const sticker = await createSticker(world)
  expect((await press(world.url, sticker.token)).http).toBe(201)
  expect((await register(world, registrationFields(sticker))).status).toBe(201)
})

test('of ten people who register one sticker at once one wins, the others are told, and only one file stays', async () => {
  const sticker = await createSticker(world)
  const { default: sharp } = await import('sharp')
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const people = Array.from({ length: 10 }, () => registrationFields(sticker))
  const codes = await Promise.all(people.map((fields) => codeBySms(world, 'register', fields.phone_number)))
  const [before, files] = [await written(world), photosKept()]
  const answers = await Promise.all(
    people.map((fields, n) =>
      sendRegistration(world, { ...fields, otp: codes[n]! }, new Blob([new Uint8Array(picture)])),
    ),
  )
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  for (const answer of answers.filter((answer) => answer.status !== 201)) {
    expect([answer.status, answer.body]).toEqual([
      400,
      { serial_number: ['This serial number is already registered.'] },
    ])
  }
  const after = await written(world)
  for (const [what, count] of Object.entries(before)) expect([what, after[what]]).toEqual([what, count + 1])
  expect(photosKept()).toBe(files + 1)
})

test('one form sent ten times at once registers one person', async () => {
  const fields = registrationFields(await createSticker(world))
  const otp = await codeBySms(world, 'register', fields.phone_number)
  const before = await written(world)
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendRegistration(world, { ...fields, otp })))
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 400)).toHaveLength(9)
  expect((await written(world)).users).toBe(before.users! + 1)
})

test('two people with one e-mail at once: one is registered, the other told under email', async () => {
  const [left, right] = [registrationFields(await createSticker(world)), registrationFields(await createSticker(world))]
  right.email = left.email
  const codes = await Promise.all([left, right].map((fields) => codeBySms(world, 'register', fields.phone_number)))
  const answers = await Promise.all([
    sendRegistration(world, { ...left, otp: codes[0]! }),
    sendRegistration(world, { ...right, otp: codes[1]! }),
  ])
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 400])
  expect(answers.find((answer) => answer.status === 400)!.body).toEqual({
    email: ['This e-mail address is already registered.'],
  })
})

test('a removed person’s number and e-mail can be registered again', async () => {
  const person = await createPerson(world, 'staff')
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', person.id).execute()
  const fields = registrationFields(await createSticker(world), person.phone_number)
  const answer = await register(world, { ...fields, email: `${person.phone_number}@test.example` })
  expect(answer.status).toBe(201)
})

test('the phone number of a form is normalised before anything compares it', async () => {
  const phone = newPhone()
  const otp = await codeBySms(world, 'register', `+91 ${phone}`.slice(4))
  const fields = { ...registrationFields(await createSticker(world), `+91-${phone}`), email: '', otp }
  const answer = await sendRegistration(world, fields)
  expect([answer.status, answer.body.phone_number]).toEqual([201, phone])
})
