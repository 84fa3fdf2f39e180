import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call, newAddress, readSms, wrongCode } from '../harness/api.ts'
import { createPerson, createSticker, createSubscriber, newPhone, signIn } from '../harness/people.ts'
import { registrationFields, registrationForm } from '../harness/registration.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const ask = (phone_number: string, ip: string, request_id?: string, url = world.url) =>
  call(url, '/api/users/login/otp-request/', { body: { phone_number, request_id }, ip })
const verify = (phone_number: string, otp: string, ip: string, request_id?: string) =>
  call(world.url, '/api/users/login/otp-verify/', { body: { phone_number, otp, request_id }, ip })
const logIn = async (phone_number: string, ip: string) => {
  expect((await ask(phone_number, ip)).status).toBe(200)
  expect((await verify(phone_number, await readSms(world, phone_number), ip)).status).toBe(200)
}

test('a stranger who asks for a code keeps the owner waiting in no other network', async () => {
  const { phone_number } = await createPerson(world, 'user')
  expect((await ask(phone_number, newAddress())).status).toBe(200)
  const owner = newAddress()
  expect((await ask(phone_number, owner)).status).toBe(200)
  const again = await ask(phone_number, owner)
  expect([again.status, again.body]).toEqual([429, { detail: 'Please wait before asking for another code.' }])
})

test('five wrong guesses of a stranger leave the code of the owner as it was', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const [owner, stranger] = [newAddress(), newAddress()]
  await ask(phone_number, owner)
  const code = await readSms(world, phone_number)
  for (let by = 1; by <= 5; by++) expect((await verify(phone_number, wrongCode(code, by), stranger)).status).toBe(400)
  expect((await verify(phone_number, code, owner)).status).toBe(200)
})

test('a code that a stranger asks for does not void the one of the owner', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const owner = newAddress()
  await ask(phone_number, owner)
  const code = await readSms(world, phone_number)
  expect((await ask(phone_number, newAddress())).status).toBe(200)
  expect((await verify(phone_number, code, owner)).status).toBe(200)
})

test('without request_id a code is accepted only in the network that requested it', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const owner = newAddress()
  await ask(phone_number, owner)
  const code = await readSms(world, phone_number)
  for (const request_id of [undefined, randomUUID()]) {
    const elsewhere = await verify(phone_number, code, newAddress(), request_id)
    expect([elsewhere.status, elsewhere.body]).toEqual([
      400,
      { detail: 'Invalid OTP. No code was asked for from here: ask for a new one.' },
    ])
  }
  expect((await verify(phone_number, code, owner, randomUUID())).status).toBe(400)
  expect((await verify(phone_number, code, owner)).status).toBe(200)
})

test('a code asked for with a request_id works in any network, with that request_id alone', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const owner = newAddress()
  const request_id = randomUUID()
  await ask(phone_number, owner, request_id)
  const code = await readSms(world, phone_number)
  expect((await verify(phone_number, code, owner)).status).toBe(400)
  expect((await verify(phone_number, code, owner, randomUUID())).status).toBe(400)
  expect((await verify(phone_number, code, newAddress(), request_id)).status).toBe(200)
})

test('a new code of one request takes the place of its old one', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const request_id = randomUUID()
  const ip = newAddress()
  const codes: string[] = []
  for (let n = 0; n < 2 || codes[0] === codes.at(-1); n++) {
    expect((await ask(phone_number, ip, request_id)).status).toBe(200)
    codes.push(await readSms(world, phone_number))
    await world.advanceTime(MINUTE + 1_000)
  }
  expect((await verify(phone_number, codes[0]!, ip, request_id)).status).toBe(400)
  expect((await verify(phone_number, codes.at(-1)!, ip, request_id)).status).toBe(200)
})

test('a registration belongs to its request, and a stranger’s wrong guesses leave it alone', async () => {
  const fields = registrationFields(await createSticker(world))
  const { phone_number } = fields
  const request_id = randomUUID()
  const [owner, stranger] = [newAddress(), newAddress()]
  const asked = { body: { phone_number, request_id }, ip: owner }
  expect((await call(world.url, '/api/users/register/request-otp/', asked)).status).toBe(200)
  const otp = await readSms(world, phone_number)
  const send = async (more: Record<string, string>, ip: string) => {
    const body = registrationForm({ ...fields, otp, ...more })
    return (await call(world.url, '/api/users/register/subscriber/', { body, ip })).status
  }
  for (let by = 1; by <= 5; by++) expect(await send({ otp: wrongCode(otp, by) }, stranger)).toBe(400)
  expect(await send({ request_id: randomUUID() }, owner)).toBe(400)
  expect(await send({ request_id }, newAddress())).toBe(201)
})

test('codes of a number for all unknown networks end at ten an hour and twenty a day', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const several = async (count: number) => {
    const statuses = []
    for (let n = 0; n < count; n++) statuses.push((await ask(phone_number, newAddress())).status)
    return statuses.filter((status) => status === 200).length
  }
  expect(await several(11)).toBe(10)
  await world.advanceTime(HOUR + 1_000)
  expect(await several(11)).toBe(10)
  await world.advanceTime(HOUR + 1_000)
  expect(await several(1)).toBe(0)
})

test('a flood of codes from strange networks stops nobody where they have logged in before', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const home = newAddress()
  await logIn(phone_number, home)
  await world.advanceTime(2 * MINUTE)
  for (let n = 0; n < 10; n++) await ask(phone_number, newAddress())
  const strange = await ask(phone_number, newAddress())
  expect([strange.status, strange.body.detail]).toEqual([
    429,
    'Too many codes were asked for this number. Try again later.',
  ])
  await logIn(phone_number, home)
})

test('a known place is the network of a session, of IPv6 its first 64 bits', async () => {
  const { phone_number } = await createPerson(world, 'user')
  await logIn(phone_number, '2001:db8:77:1::5')
  for (let n = 0; n < 10; n++) await ask(phone_number, newAddress())
  await world.advanceTime(2 * MINUTE)
  expect((await ask(phone_number, '2001:db8:77:2::5')).status).toBe(429)
  await logIn(phone_number, '2001:db8:77:1:ffff::9')
})

test('a fifth of all codes is reserved for staff, another for registered numbers', async () => {
  const capped = await world.anotherServer({ OTP_PER_DAY: 400 })
  for (const [hours_ago, sent, staff_too] of [
    [0, 30, 10],
    [2, 310, 12],
  ] as const) {
    await world.db.deleteFrom('otp_challenges').execute()
    // Codes of strangers: all that they may have, of the hour or of the day.
    await world.pool.query(
      `insert into otp_challenges (purpose, phone_number, code_hash, expires_at, created_at)
       select 'register', '80000' || lpad(n::text, 5, '0'), '', now(), now() - make_interval(hours => $1)
       from generate_series(1, $2::int) as n`,
      [hours_ago, sent],
    )
    const statuses = (people: { phone_number: string }[], what = 'login/otp-request') =>
      Promise.all(
        people.map(async ({ phone_number }) => {
          const asked = { body: { phone_number }, ip: newAddress() }
          return (await call(capped.url, `/api/users/${what}/`, asked)).status
        }),
      )
    expect(await statuses([{ phone_number: newPhone() }], 'register/request-otp')).toEqual([503])
    for (const role of ['user', 'staff'] as const) {
      const people = await Promise.all(Array.from({ length: 12 }, () => createPerson(world, role)))
      const answers = await statuses(people)
      const most = role === 'staff' ? staff_too : 10
      expect([role, answers.filter((status) => status === 200).length]).toEqual([role, most])
    }
  }
})

test('at most five of sixty-four concurrent guesses at an erasure code are checked', async () => {
  const { id } = await createSubscriber(world)
  const [own, other] = [await signIn(world, id), await signIn(world, id)]
  await call(world.url, '/api/users/profile/erase/request-otp/', { method: 'POST', access: own.access })
  const code = await readSms(world, own.phone_number)
  const erase = (access: string, otp: string) =>
    call(world.url, '/api/users/profile/erase/', { body: { confirmation: 'ERASE', otp }, access })
  const none = { otp: ['Invalid OTP. No code was asked for from here: ask for a new one.'] }
  expect((await erase(other.access, code)).body).toEqual(none)
  const answers = await Promise.all(Array.from({ length: 64 }, (_, n) => erase(own.access, wrongCode(code, n + 1))))
  const answered = Map.groupBy(answers, ({ body }) => String(body.otp))
  expect(answered.get('Invalid OTP')).toHaveLength(5)
  expect(answered.get('Too many tries with this code. Ask for a new one.')).toHaveLength(59)
  expect((await erase(own.access, code)).status).toBe(400)
})
