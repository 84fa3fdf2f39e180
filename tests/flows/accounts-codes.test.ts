import { randomUUID } from 'node:crypto'
import { loginWithOtp } from '@tvarit/shared/domain/people/login/login-with-otp'
import { checkOtp } from '@tvarit/shared/domain/people/otp/check-otp'
import { otpHash } from '@tvarit/shared/domain/people/otp/otp-hash'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { call, codeBySms, newAddress, readSms, wrongCode } from '../harness/api.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const ask = (phone_number: string, options: { url?: string; ip?: string } = {}) =>
  call(options.url ?? world.url, '/api/users/register/request-otp/', {
    body: { phone_number },
    ...(options.ip ? { ip: options.ip } : {}),
  })
const askLogin = (phone_number: string) => call(world.url, '/api/users/login/otp-request/', { body: { phone_number } })
const verify = (phone_number: string, otp: string, request_id?: string) =>
  call(world.url, '/api/users/login/otp-verify/', { body: { phone_number, otp, request_id } })
/** Their codes differ, and none was sent. */
async function peopleWithCodes(count: number) {
  const people = await Promise.all(Array.from({ length: count }, () => createPerson(world, 'user')))
  const withCodes = people.map((person, n) => ({ ...person, code: String(100_000 + n), request_id: randomUUID() }))
  const values = withCodes.map(({ phone_number, code, request_id }) => ({
    purpose: 'login' as const,
    phone_number,
    request_id,
    code_hash: otpHash(world.ctx().config, 'login', phone_number, code),
    expires_at: sql<Date>`now() + interval '5 minutes'`,
  }))
  await world.db.insertInto('otp_challenges').values(values).execute()
  return withCodes
}
const waitOf = (answer: { headers: Headers }) => Number(answer.headers.get('retry-after'))
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

test('the next code comes after 60 seconds, not earlier', async () => {
  const phone = newPhone()
  expect((await ask(phone)).status).toBe(200)
  const early = await ask(phone)
  expect([early.status, early.body]).toEqual([429, { detail: 'Please wait before asking for another code.' }])
  expect(waitOf(early)).toBeGreaterThan(40)
  expect(waitOf(early)).toBeLessThanOrEqual(60)
  await world.advanceTime(40 * SECOND)
  expect((await ask(phone)).status).toBe(429)
  await world.advanceTime(20 * SECOND)
  expect((await ask(phone)).status).toBe(200)
  expect(await messagesTo(phone)).toHaveLength(2)
})

test('a number gets five codes an hour and ten a day', async () => {
  const phone = newPhone()
  const five = async () => {
    for (let code = 0; code < 5; code++) {
      expect((await ask(phone)).status).toBe(200)
      await world.advanceTime(61 * SECOND)
    }
  }
  await five()
  const sixth = await ask(phone)
  expect([sixth.status, sixth.body.detail]).toEqual([
    429,
    'Too many codes were asked for this number. Try again later.',
  ])
  // The first of the five was 5 x 61 s ago and makes room when it is an hour old.
  expect(waitOf(sixth)).toBeLessThanOrEqual(3600 - 305)
  expect(waitOf(sixth)).toBeGreaterThan(3600 - 305 - 60)
  await world.advanceTime(waitOf(sixth) * SECOND)
  expect((await ask(phone)).status).toBe(200)
  await world.advanceTime(HOUR)
  for (let code = 0; code < 4; code++) {
    expect((await ask(phone)).status).toBe(200)
    await world.advanceTime(61 * SECOND)
  }
  await world.advanceTime(HOUR)
  const eleventh = await ask(phone)
  expect(eleventh.status).toBe(429)
  expect(waitOf(eleventh)).toBeGreaterThan(20 * 3600)
  await world.advanceTime(waitOf(eleventh) * SECOND)
  expect((await ask(phone)).status).toBe(200)
})

test('an address gets twenty codes an hour, whatever numbers they are for, also all at once on two servers', async () => {
  const ip = newAddress()
  const second = await world.anotherServer()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => ask(newPhone(), { ip, url: n % 2 ? world.url : second.url })),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20)
  const refused = answers.filter((answer) => answer.status === 429)
  expect(refused).toHaveLength(20)
  expect(refused[0]!.body.detail).toBe('Too many codes were asked from this network. Try again later.')
  expect((await ask(newPhone())).status).toBe(200)
  await world.advanceTime(HOUR + SECOND)
  expect((await ask(newPhone(), { ip })).status).toBe(200)
})

test('hopping between the addresses of one IPv6 network does not help', async () => {
  const from = async (ip: string) => (await ask(newPhone(), { ip })).status
  for (let host = 1; host <= 20; host++) expect(await from(`2001:db8:7:1::${host.toString(16)}:1`)).toBe(200)
  expect(await from('2001:db8:7:1:ffff:ffff:ffff:ffff')).toBe(429)
  expect(await from('2001:0db8:0007:0001::9')).toBe(429)
  expect(await from('2001:db8:7:2::1')).toBe(200)
})

test('of thirty requests for a number at once exactly one sends a code', async () => {
  const phone = newPhone()
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(phone)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(29)
  expect(await messagesTo(phone)).toHaveLength(1)
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

test('forty people with a right code at once, some twice: each gets the session of their own number, once', async () => {
  const people = await peopleWithCodes(40)
  const asked = [...people, ...people.slice(0, 20)]
  const answers = await Promise.all(
    asked.map(({ phone_number, code, request_id }) => verify(phone_number, code, request_id)),
  )
  const opened = answers.filter(({ status }) => status === 200)
  expect(opened).toHaveLength(40)
  for (const { body } of opened) {
    const { id, phone_number } = body.user as { id: number; phone_number: string }
    const own = await call(world.url, '/api/users/profile/', { access: String(body.access) })
    expect(own.body).toMatchObject({ id, phone_number })
    const again = await call(world.url, '/api/users/token/refresh/', { body: { refresh: body.refresh } })
    expect(again.status).toBe(200)
  }
  expect(new Set(opened.map(({ body }) => (body.user as { id: number }).id))).toEqual(
    new Set(people.map(({ id }) => id)),
  )
})

test('of twenty logins at once one fails in the database, and nobody else notices', async () => {
  const people = await peopleWithCodes(20)
  const unlucky = people[10]!
  // A trigger stands for whatever may go wrong with one of many.
  await sql`create function refuse_one() returns trigger language plpgsql as $$
    begin raise exception 'this one not'; end $$`.execute(world.db)
  await sql`create trigger refuse_one before insert on sessions for each row
    when (new.user_id = ${sql.lit(unlucky.id)}) execute function refuse_one()`.execute(world.db)
  const answers = await Promise.all(
    people.map(({ phone_number, code, request_id }) => verify(phone_number, code, request_id)),
  )
  expect(answers.map(({ status }) => status)).toEqual(people.map((person) => (person === unlucky ? 500 : 200)))
})

test('a hundred right codes at once on two servers open exactly one session', async () => {
  const person = await createPerson(world, 'user')
  const second = await world.anotherServer()
  const otp = await codeBySms(world, 'login', person.phone_number)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      call(n % 2 ? world.url : second.url, '/api/users/login/otp-verify/', {
        body: { phone_number: person.phone_number, otp },
      }),
    ),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 400)).toHaveLength(99)
  const sessions = await world.db.selectFrom('sessions').select('id').where('user_id', '=', person.id).execute()
  expect(sessions).toHaveLength(2) // the one of the test itself, and this one
})

test('a hundred wrong codes at once count five tries, and then the right code is refused too', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const code = await codeBySms(world, 'login', phone_number)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => verify(phone_number, wrongCode(code, n + 1))))
  const told = Map.groupBy(answers, (answer) => `${answer.status} ${String(answer.body.detail)}`)
  expect(told.get('400 Invalid OTP')).toHaveLength(5)
  expect(told.get('400 Too many tries with this code. Ask for a new one.')).toHaveLength(95)
  const locked = await verify(phone_number, code)
  expect([locked.status, locked.body]).toEqual([400, { detail: 'Too many tries with this code. Ask for a new one.' }])
})

test('of sixty-four guesses at once five are looked at, and a right one behind them is refused', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const ctx = world.ctx()
  await call(world.url, '/api/users/login/otp-request/', { body: { phone_number }, ip: ctx.ip! })
  const code = await readSms(world, phone_number)
  // By the verb, so that they come in this order.
  const guesses = Array.from({ length: 64 }, (_, n) => (n === 33 ? code : wrongCode(code, n + 1)))
  const tried = await Promise.allSettled(guesses.map((otp) => loginWithOtp({ ctx, input: { phone_number, otp } })))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toEqual([])
  const wrong = tried.filter((each) => each.status === 'rejected' && (each.reason as Error).message === 'Invalid OTP')
  expect(wrong).toHaveLength(5)
})

test('four wrong codes leave one try', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const code = await codeBySms(world, 'login', phone_number)
  for (let by = 1; by <= 4; by++) expect((await verify(phone_number, wrongCode(code, by))).status).toBe(400)
  expect((await verify(phone_number, code)).status).toBe(200)
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
