import { readConfig } from '@tvarit/shared/platform/settings/config'
import { base32, hotp, matchingStep, stepAt } from '@tvarit/shared/domain/people/second-factor/totp'
import { expect, test } from 'vitest'
import { call, codeBySms, wrongCode } from '../harness/api.ts'
import { appCode, nextPeriod } from '../harness/authenticator.ts'
import { PRODUCTION } from '../harness/production-settings.ts'
import { secondFactorCalls } from '../harness/second-factor.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1', ADMIN_TOTP: 'required' } })
const { createLogin, post, login, challengeOf, createEnrolled, second, signedIn, audited } = secondFactorCalls(world)

test('codes are those of RFC 4226 and RFC 6238, secrets those of RFC 4648', () => {
  const key = Buffer.from('12345678901234567890')
  expect(Array.from({ length: 10 }, (_, counter) => hotp(key, counter))).toEqual(
    '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '),
  )
  const moments = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000]
  expect(moments.map((moment) => hotp(key, stepAt(moment), 8))).toEqual(
    '94287082 07081804 14050471 89005924 69279037 65353130'.split(' '),
  )
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual(
    'MY MZXQ MZXW6 MZXW6YQ MZXW6YTB MZXW6YTBOI'.split(' '),
  )
})

test('a phone’s clock may be one period off, not two', () => {
  const key = Buffer.from('12345678901234567890')
  const found = [-2, -1, 0, 1, 2].map((off) => matchingStep(key, hotp(key, 100 + off), 100 * 30 + 15))
  expect(found).toEqual([null, 99, 100, 101, null])
})

test('admins need an app in production unless the setting says otherwise, and nowhere else', () => {
  const { SECRET_KEY, DATABASE_URL } = PRODUCTION
  expect(readConfig({ SECRET_KEY, DATABASE_URL }).ADMIN_TOTP).toBe('optional')
  expect(readConfig(PRODUCTION).ADMIN_TOTP).toBe('required')
  expect(readConfig({ ...PRODUCTION, ADMIN_TOTP: 'optional' }).ADMIN_TOTP).toBe('optional')
})

test('an admin without an app gets no session from the password, but is led to set one up', async () => {
  const person = await createLogin()
  const { status, body } = await login(person)
  expect([status, body]).toEqual([
    200,
    { second_factor: 'enrol', challenge: expect.stringMatching(/^[\w-]{43}$/), expires_in: 300 },
  ])
  const challenge = String(body.challenge)
  const begun = (await post('second-factor/begin/', { challenge })).body
  const label = `Tvarit:${encodeURIComponent(`${person.phone_number}@test.example`)}`
  expect(begun).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    url: `otpauth://totp/${label}?secret=${String(begun.secret)}&issuer=Tvarit`,
    qr_code: expect.stringMatching(/^data:image\/png;base64,/),
  })
  const code = await appCode(world, String(begun.secret))
  expect((await second(challenge, code)).status).toBe(401)
  expect((await post('second-factor/enrol/', { challenge, code: '12345' })).status).toBe(400)
  // There are no recovery codes yet, so none is asked for.
  const wrong = await post('second-factor/enrol/', { challenge, code: wrongCode(code) })
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.not.stringMatching(/recovery/)])
  const enrolled = await post('second-factor/enrol/', { challenge, code })
  expect([enrolled.status, new Set(enrolled.body.recovery_codes as string[]).size]).toEqual([200, 10])
  expect(await signedIn(String(enrolled.body.access))).toBe(true)
  expect(await audited('second_factor.enrolled', person.id)).toHaveLength(1)
  expect((await login(person)).body).toMatchObject({ second_factor: 'code' })
})

test('a code by SMS is no way around the app', async () => {
  const { person } = await createEnrolled()
  const otp = await codeBySms(world, 'login', person.phone_number)
  const { body } = await post('otp-verify/', { phone_number: person.phone_number, otp })
  expect(body).toEqual({ second_factor: 'code', challenge: expect.any(String), expires_in: 300 })
})

test('the code of the app opens the session, and neither code nor challenge works again', async () => {
  const { person, secret } = await createEnrolled()
  const challenge = await challengeOf(person)
  const code = await appCode(world, secret)
  const { status, body } = await second(challenge, code)
  expect([status, Object.keys(body).toSorted()]).toEqual([200, ['access', 'refresh', 'user']])
  expect(await signedIn(String(body.access))).toBe(true)
  expect((await second(challenge, await appCode(world, secret, 1))).status).toBe(401)
  expect(await second(await challengeOf(person), code)).toMatchObject({
    status: 400,
    body: { code: ['This code is wrong or was used already. Take the next one of the app, or another recovery code.'] },
  })
  expect((await second(await challengeOf(person), await appCode(world, secret, 1))).status).toBe(200)
})

test('twenty times the same code at once is one session, with one challenge or with many', async () => {
  const one = await createEnrolled()
  const challenge = await challengeOf(one.person)
  const code = await appCode(world, one.secret)
  const same = await Promise.all(Array.from({ length: 20 }, () => second(challenge, code)))
  expect(same.filter(({ status }) => status === 200)).toHaveLength(1)
  const many = await createEnrolled()
  const challenges: string[] = []
  for (let n = 0; n < 20; n++) challenges.push(await challengeOf(many.person))
  const shared = await appCode(world, many.secret)
  const raced = await Promise.all(challenges.map((each) => second(each, shared)))
  expect(raced.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(raced.every(({ status }) => [200, 400, 429].includes(status))).toBe(true)
})

test('five tries for a challenge, ten wrong codes for a person, and after 15 minutes it goes on', async () => {
  const { person, secret } = await createEnrolled()
  const guess = async (challenge: string) => (await second(challenge, 'AAAA-AAAA-AAAA-AAAA')).status
  const challenge = await challengeOf(person)
  const tries = await Promise.all(Array.from({ length: 8 }, () => guess(challenge)))
  expect(tries.toSorted()).toEqual([400, 400, 400, 400, 400, 401, 401, 401])
  const next = await challengeOf(person)
  for (let n = 0; n < 5; n++) expect(await guess(next)).toBe(400)
  const rejected = await second(await challengeOf(person), await appCode(world, secret))
  expect([rejected.status, Number(rejected.headers.get('retry-after')) > 60]).toEqual([429, true])
  await world.advanceTime(16 * 60_000)
  expect((await second(await challengeOf(person), await appCode(world, secret))).status).toBe(200)
})

test('a challenge is over after five minutes and with the person, and is kept only as a hash', async () => {
  const { person, secret } = await createEnrolled()
  const old = await challengeOf(person)
  const rows = await world.db.selectFrom('login_challenges').selectAll().where('user_id', '=', person.id).execute()
  expect(JSON.stringify(rows.map((row) => row.token_hash.toString('latin1')))).not.toContain(old)
  await world.advanceTime(301_000)
  expect((await second(old, await appCode(world, secret))).status).toBe(401)
  const fresh = await challengeOf(person)
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', person.id).execute()
  expect((await second(fresh, await appCode(world, secret))).status).toBe(401)
})

test('a recovery code logs in once, in any spelling, and is stored as argon2id only', async () => {
  const { person, recovery_codes } = await createEnrolled()
  const kept = await world.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', person.id).execute()
  expect(kept.every(({ code_hash }) => code_hash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$'))).toBe(true)
  const typed = recovery_codes[3]!.toLowerCase().replaceAll('-', ' ')
  const challenges: string[] = []
  for (let n = 0; n < 5; n++) challenges.push(await challengeOf(person))
  const answers = await Promise.all(challenges.map((challenge) => second(challenge, typed)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
  expect((await audited('recovery_code.used', person.id)).map(({ detail }) => detail)).toEqual([{ left: 9 }])
  expect((await second(await challengeOf(person), recovery_codes[4]!)).status).toBe(200)
})

test('a challenge to set up an app is worthless once there is one', async () => {
  const person = await createLogin()
  const [first, late] = [await challengeOf(person), await challengeOf(person)]
  const { secret } = (await post('second-factor/begin/', { challenge: first })).body
  await post('second-factor/enrol/', { challenge: first, code: await appCode(world, String(secret)) })
  const begun = await post('second-factor/begin/', { challenge: late })
  const again = await post('second-factor/enrol/', {
    challenge: late,
    code: await appCode(world, String(begun.body.secret ?? secret)),
  })
  expect(again.status).toBe(409)
  await nextPeriod(world)
  expect((await second(await challengeOf(person), await appCode(world, String(secret)))).status).toBe(200)
})

test('a session an admin opened before the app was needed is not renewed', async () => {
  const person = await createLogin()
  const refresh = () => call(world.url, '/api/users/token/refresh/', { body: { refresh: person.refresh } })
  expect((await refresh()).status).toBe(401)
  expect((await login(await createLogin('staff'))).body).toMatchObject({ user: { role: 'staff' } })
})
