import type { Role } from '@tvarit/shared/contracts/roles'
import { hashPassword } from '@tvarit/shared/domain/people/users/password'
import { expect, test } from 'vitest'
import { call, codeBySms, newAddress, wrongCode } from '../harness/api.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const password_hash = await hashPassword('right-password')

/** A person with the password 'right-password'. */
async function createLogin(role: Role = 'staff') {
  const phone_number = newPhone()
  const email = `Login.${phone_number}@Test.example`
  const user = await world.db
    .insertInto('users')
    .values({ first_name: 'Asha', last_name: 'Rao', email, phone_number, role, password_hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: user.id, email, phone_number }
}

const login = (login: string, password = 'right-password', options: { url?: string; ip?: string } = {}) =>
  call(options.url ?? world.url, '/api/users/login/', {
    body: { login, password },
    ...(options.ip ? { ip: options.ip } : {}),
  })

test('a person logs in with the e-mail in any case, and the answer carries tokens and user', async () => {
  const { id, email, phone_number } = await createLogin()
  const answer = await login(email.toUpperCase())
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    access: expect.any(String),
    refresh: expect.any(String),
    user: { id, first_name: 'Asha', last_name: 'Rao', email, phone_number, role: 'staff' },
  })
  const own = await call(world.url, '/api/users/profile/', { access: String(answer.body.access) })
  expect([own.status, own.body.id]).toEqual([200, id])
})

test.each([
  ['as stored', (phone: string) => phone],
  ['with +91 and spaces', (phone: string) => `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`],
  ['with a leading zero', (phone: string) => `0${phone}`],
])('a person logs in with the phone number as username, %s', async (_how, typed) => {
  const { id, phone_number } = await createLogin()
  const answer = await login(typed(phone_number))
  expect([answer.status, (answer.body.user as { id: number }).id]).toEqual([200, id])
})

test.each(['admin', 'staff', 'user', 'super_distributor', 'distributor', 'retailer'] as const)(
  'a %s logs in with phone and code',
  async (role) => {
    const person = await createPerson(world, role)
    const otp = await codeBySms(world, 'login', person.phone_number)
    const answer = await call(world.url, '/api/users/login/otp-verify/', {
      body: { phone_number: person.phone_number, otp },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.user).toMatchObject({ id: person.id, role })
    const own = await call(world.url, '/api/users/profile/', { access: String(answer.body.access) })
    expect(own.body.id).toBe(person.id)
  },
)

test('wrong password, unknown login and an account without password give the same answer', async () => {
  const { email } = await createLogin()
  const without = await createPerson(world, 'user')
  const answers = await Promise.all([
    login(email, 'wrong-password'),
    login('nobody@test.example'),
    login(newPhone()),
    login(without.phone_number),
  ])
  for (const answer of answers) {
    expect([answer.status, answer.body]).toEqual([401, { detail: 'Invalid credentials' }])
  }
})

test('an unknown login costs a password check too, so that time does not tell who exists', async () => {
  const { email } = await createLogin()
  const time = async (name: string) => {
    const from = performance.now()
    await login(name, 'wrong-password')
    return performance.now() - from
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 7; round++) {
    known.push(await time(email))
    unknown.push(await time(`nobody-${round}@test.example`))
  }
  // The fastest of seven: a busy machine only ever adds time.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) * 0.3)
})

test('ten failures lock an account for a network for 15 minutes, on every server and login', async () => {
  const ip = newAddress()
  const { email, phone_number } = await createLogin()
  const other = await createLogin()
  const second = await world.anotherServer()
  for (let failure = 0; failure < 10; failure++) {
    const answer = await login(email, 'wrong-password', { url: failure % 2 ? world.url : second.url, ip })
    expect(answer.status).toBe(401)
  }
  for (const url of [world.url, second.url]) {
    for (const name of [email, phone_number]) {
      const rejected = await login(name, 'right-password', { url, ip })
      expect([rejected.status, rejected.body]).toEqual([
        429,
        { detail: 'Too many failed logins. Try again in 15 minutes.' },
      ])
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(800)
    }
    expect((await login(other.email, 'right-password', { url, ip })).status).toBe(200)
  }
  await world.advanceTime(15 * 60_000 + 1_000)
  expect((await login(email, 'right-password', { ip })).status).toBe(200)
})

test('of a hundred guesses at once from one network at most ten are looked at', async () => {
  const { email } = await createLogin()
  const ip = newAddress()
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => login(email, `guess-number-${n}`, { ip })))
  const statuses = Map.groupBy(answers, (answer) => answer.status)
  expect(statuses.get(401)?.length ?? 0).toBeLessThanOrEqual(10)
  expect((statuses.get(401)?.length ?? 0) + (statuses.get(429)?.length ?? 0)).toBe(100)
})

test('a successful login forgets the failures before it', async () => {
  const { email } = await createLogin()
  for (let round = 0; round < 3; round++) {
    for (let failure = 0; failure < 9; failure++) expect((await login(email, 'wrong-password')).status).toBe(401)
    expect((await login(email)).status).toBe(200)
  }
})

test('fifty failures from one address lock that address and no other', async () => {
  const ip = newAddress()
  const { email } = await createLogin()
  for (let failure = 0; failure < 50; failure++) {
    expect((await login(`nobody-${ip}-${failure}@test.example`, 'wrong-password', { ip })).status).toBe(401)
  }
  expect((await login(email, 'right-password', { ip })).status).toBe(429)
  expect((await login(email)).status).toBe(200)
})

test('an address that only logs in successfully is never locked', async () => {
  const ip = newAddress()
  const { email } = await createLogin()
  for (let round = 0; round < 55; round++) expect((await login(email, 'right-password', { ip })).status).toBe(200)
})

test('a login deferred under load gets a clear message and counts as no failure', async () => {
  const failures = async () => {
    const sum = await world.pool.query<{ points: number }>(
      `select coalesce(sum(points), 0)::int as points from rate_limits where key like 'login-account:%'`,
    )
    return sum.rows[0]!.points
  }
  const before = await failures()
  const rush = await Promise.all(
    Array.from({ length: 120 }, (_, n) => login(`rush-${n}@test.example`, 'wrong-password')),
  )
  const putOff = rush.filter((answer) => answer.status === 429)
  const looked = rush.filter((answer) => answer.status === 401)
  expect(putOff.length).toBeGreaterThan(0)
  expect(looked.length + putOff.length).toBe(120)
  expect((await failures()) - before).toBe(looked.length)
  for (const answer of putOff) {
    expect(answer.body).toEqual({ detail: 'Many people are logging in right now. Please try again in a moment.' })
    expect(answer.headers.get('retry-after')).toBe('2')
  }
})

test('an unknown number is rejected under its field, and no message is written', async () => {
  const phone_number = newPhone()
  const answer = await call(world.url, '/api/users/login/otp-request/', { body: { phone_number } })
  expect([answer.status, answer.body]).toEqual([400, { phone_number: ['This number is not registered.'] }])
  const messages = await world.db.selectFrom('messages').selectAll().where('to_phone', '=', phone_number).execute()
  expect(messages).toEqual([])
})

test('a number that is missing is asked for, one of other than ten digits is rejected', async () => {
  const ask = async (body: object) => (await call(world.url, '/api/users/login/otp-request/', { body })).body
  for (const body of [{}, { phone_number: null }, { phone_number: '' }, { phone_number: '  ' }]) {
    expect(await ask(body)).toEqual({ phone_number: ['Please enter your phone number'] })
  }
  for (const phone_number of ['98765', 9876543210]) {
    expect(await ask({ phone_number })).toEqual({ phone_number: ['Phone number must be exactly 10 digits.'] })
  }
})

test('a wrong code gives the text of the phone login and no session', async () => {
  const person = await createPerson(world, 'user')
  const code = await codeBySms(world, 'login', person.phone_number)
  const answer = await call(world.url, '/api/users/login/otp-verify/', {
    body: { phone_number: person.phone_number, otp: wrongCode(code) },
  })
  expect([answer.status, answer.body]).toEqual([400, { detail: 'Invalid OTP' }])
  const sessions = await world.db.selectFrom('sessions').selectAll().where('user_id', '=', person.id).execute()
  expect(sessions).toHaveLength(1) // the one the test opened
})

test('no password and no token is readable in the database', async () => {
  const { id, email } = await createLogin()
  const answer = await login(email)
  const [user, sessions] = await Promise.all([
    world.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    world.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute(),
  ])
  expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const secret = String(answer.body.refresh).split('.')[1]!
  const stored = sessions[0]!.refresh_hash
  expect(stored).toHaveLength(32)
  expect(Buffer.from(secret, 'base64url').includes(stored)).toBe(false)
})
