import { checkOtp } from '@tvarit/shared/domain/people/otp/check-otp'
import { otpHash } from '@tvarit/shared/domain/people/otp/otp-hash'
import { expect, test } from 'vitest'
import { call, codeBySms, readSms } from '../harness/api.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

const SECOND = 1_000
const MINUTE = 60 * SECOND

const ask = (phone_number: string, options: { url?: string; ip?: string } = {}) =>
  call(options.url ?? world.url, '/api/users/register/request-otp/', {
    body: { phone_number },
    ...(options.ip ? { ip: options.ip } : {}),
  })
const askLogin = (phone_number: string) => call(world.url, '/api/users/login/otp-request/', { body: { phone_number } })
const verify = (phone_number: string, otp: string, request_id?: string) =>
  call(world.url, '/api/users/login/otp-verify/', { body: { phone_number, otp, request_id } })
const messagesTo = (phone: string) =>
  world.db.selectFrom('messages').selectAll().where('to_phone', '=', phone).orderBy('id').execute()

test('a code goes out by SMS with the line that lets the phone fill it in', async () => {
  const phone = newPhone()
  const answer = await ask(phone)
  expect([answer.status, answer.body]).toEqual([200, { detail: 'OTP sent successfully.', resend_after: 60 }])
  const code = await readSms(world, phone)
  const inbox = await call(world.url, `/api/dev/messages/?to=${phone}`)
  expect(inbox.body).toMatchObject([{ to: phone, template: 'otp' }])
  expect((inbox.body as unknown as { text: string }[])[0]!.text).toMatch(
    new RegExp(`^${code} is your Tvarit code\\. Valid 5 minutes\\. Do not share it\\.\\n@[\\w.-]+ #${code}$`),
  )
})

test('a new code voids the old one', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const old = await codeBySms(world, 'login', phone_number)
  await world.advanceTime(61 * SECOND)
  let fresh = await codeBySms(world, 'login', phone_number)
  for (; fresh === old; fresh = await codeBySms(world, 'login', phone_number)) await world.advanceTime(61 * SECOND)
  expect((await verify(phone_number, old)).status).toBe(400)
  expect((await verify(phone_number, fresh)).status).toBe(200)
})

test('a code works for five minutes by the clock of the database', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const first = await codeBySms(world, 'login', phone_number)
  await world.advanceTime(5 * MINUTE + SECOND)
  const late = await verify(phone_number, first)
  expect([late.status, late.body]).toEqual([400, { detail: 'This code has expired. Ask for a new one.' }])
  const next = await codeBySms(world, 'login', phone_number)
  await world.advanceTime(4 * MINUTE)
  expect((await verify(phone_number, next)).status).toBe(200)
})

test('a code works once', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const code = await codeBySms(world, 'login', phone_number)
  expect((await verify(phone_number, code)).status).toBe(200)
  const again = await verify(phone_number, code)
  expect([again.status, again.body]).toEqual([400, { detail: 'This code was used already. Ask for a new one.' }])
})

test('a code opens nothing for another number or another purpose', async () => {
  const [first, second] = [await createPerson(world, 'user'), await createPerson(world, 'user')]
  const code = await codeBySms(world, 'login', first.phone_number)
  await codeBySms(world, 'login', second.phone_number)
  expect((await verify(second.phone_number, code)).status).toBe(400)
  const other = { purpose: 'register' as const, phone_number: first.phone_number, otp: code }
  await expect(checkOtp({ ctx: world.ctx(), input: other })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect((await verify(first.phone_number, code)).status).toBe(200)
})

test('what is stored of equal codes differs by number and by purpose', () => {
  const stored = (['login', 'register'] as const).flatMap((purpose) =>
    ['9876543210', '9876543211'].map((phone) =>
      otpHash({ SECRET_KEY: 'x'.repeat(32), SECRET_KEYS_BEFORE: [] }, purpose, phone, '123456').toString('hex'),
    ),
  )
  expect(new Set(stored).size).toBe(4)
})

test('a registered number cannot ask for a registration code', async () => {
  const { phone_number } = await createPerson(world, 'staff')
  const answer = await ask(phone_number)
  expect([answer.status, answer.body]).toEqual([400, { phone_number: ['This number is already registered.'] }])
  expect(await messagesTo(phone_number)).toEqual([])
})

test('no table but the development inbox ever holds a code in readable form', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const code = await codeBySms(world, 'login', phone_number)
  const tables = await world.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'dev_messages'`,
  )
  for (const { name } of tables.rows) {
    // Delimited, because six digits may stand inside a phone number or a hash by chance.
    const found = await world.pool.query(`select 1 from "${name}" as t where t::text ~ ('\\m' || $1 || '\\M')`, [code])
    expect([name, found.rowCount]).toEqual([name, 0])
  }
})

test('the SMS of a code is not sent any more once the code has expired', async () => {
  const { phone_number } = await createPerson(world, 'user')
  expect((await askLogin(phone_number)).status).toBe(200)
  const codes = await world.db
    .selectFrom('otp_challenges')
    .select('expires_at')
    .where('phone_number', '=', phone_number)
    .execute()
  const messages = await messagesTo(phone_number)
  expect(messages[0]!.expires_at).toEqual(codes[0]!.expires_at)
})
