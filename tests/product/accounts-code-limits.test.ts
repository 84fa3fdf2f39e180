import { expect, test } from 'vitest'
import { call, newAddress } from '../harness/api.ts'
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
const waitOf = (answer: { headers: Headers }) => Number(answer.headers.get('retry-after'))
const messagesTo = (phone: string) =>
  world.db.selectFrom('messages').selectAll().where('to_phone', '=', phone).orderBy('id').execute()

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

test('an address gets twenty codes an hour over all numbers, also concurrently on two servers', async () => {
  const ip = newAddress()
  const second = await world.anotherServer()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => ask(newPhone(), { ip, url: n % 2 ? world.url : second.url })),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20)
  const rejected = answers.filter((answer) => answer.status === 429)
  expect(rejected).toHaveLength(20)
  expect(rejected[0]!.body.detail).toBe('Too many codes were asked from this network. Try again later.')
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

test('a flood from all of one IPv6 customer leaves codes for registered people', async () => {
  const capped = await world.anotherServer({ OTP_PER_DAY: 400 })
  const flood = Array.from({ length: 400 }, (_, n) =>
    ask(newPhone(), { url: capped.url, ip: `2001:db8:50:${(n % 20).toString(16)}::1` }),
  )
  expect((await Promise.all(flood)).map(({ status }) => status)).toContain(429)
  const { phone_number } = await createPerson(world, 'user')
  expect((await call(capped.url, '/api/users/login/otp-request/', { body: { phone_number } })).status).toBe(200)
})

test.each([
  ['a /56 of IPv6 gets 40', 40, (n: number) => `2001:db8:51:${(n % 20).toString(16)}::1`],
  ['a /48 of IPv6 gets 100', 100, (n: number) => `2001:db8:52:${((n % 20) * 256).toString(16)}::1`],
  ['a /24 of IPv4 gets 200', 200, (n: number) => `198.51.100.${n % 20}`],
])('of the codes an hour %s', async (_, most, ip) => {
  await world.db.deleteFrom('otp_challenges').execute()
  const answers = await Promise.all(Array.from({ length: most + 20 }, (_, n) => ask(newPhone(), { ip: ip(n) })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(most)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
})

test('of thirty requests for a number at once exactly one sends a code', async () => {
  const phone = newPhone()
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(phone)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(29)
  expect(await messagesTo(phone)).toHaveLength(1)
})
