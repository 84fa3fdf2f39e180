import { createHmac, randomBytes } from 'node:crypto'
import { openSession } from '@tvarit/shared/domain/people/sessions/open-session'
import { makeRefreshToken, readRefreshToken } from '@tvarit/shared/domain/people/sessions/refresh-token'
import { keyFor } from '@tvarit/shared/platform/secrets'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createPerson } from '../harness/people.ts'
import { sessionCalls } from '../harness/session-calls.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const { refresh, signedIn, sessionsOf, endReason } = sessionCalls(world)

const encoded = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')

test('a refresh token gives a new access token and a successor', async () => {
  const person = await createPerson(world, 'user')
  const next = await refresh(person.refresh)
  expect(next.status).toBe(200)
  expect(next.refresh).not.toBe(person.refresh)
  expect(await signedIn(next.access)).toBe(true)
})

test('a client that ignores every successor keeps working', async () => {
  const person = await createPerson(world, 'user')
  for (let hour = 0; hour < 20; hour++) expect((await refresh(person.refresh)).status).toBe(200)
  expect(await endReason(person)).toBe(null)
})

test('a client whose answer was lost several times gets a working token for each retry', async () => {
  const person = await createPerson(world, 'user')
  let current = person.refresh
  for (let round = 0; round < 3; round++) {
    const answers = []
    for (let retry = 0; retry < 4; retry++) answers.push(await refresh(current))
    // Whichever of the answers arrived: its token works.
    for (const answer of answers) expect([answer.status, await signedIn(answer.access)]).toEqual([200, true])
    current = answers[round]!.refresh
  }
  expect((await refresh(current)).status).toBe(200)
  expect(await endReason(person)).toBe(null)
})

test('two tabs that refresh at once on two servers both stay signed in', async () => {
  const person = await createPerson(world, 'staff')
  const second = await world.anotherServer()
  let [left, right] = [person.refresh, person.refresh]
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([refresh(left), refresh(right, second.url)])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    ;[left, right] = [answers[0].refresh, answers[1].refresh]
  }
})

test('twenty refreshes of one token at once all give the same working successor', async () => {
  const person = await createPerson(world, 'user')
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(person.refresh)))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.refresh)).size).toBe(1)
  const after = await Promise.all(answers.map((answer) => refresh(answer.refresh)))
  expect(new Set(after.map((answer) => answer.status))).toEqual(new Set([200]))
  expect(await endReason(person)).toBe(null)
})

test('an old token used after its successor was used is theft: the whole family ends, audited', async () => {
  const person = await createPerson(world, 'staff')
  const thief = await refresh(person.refresh)
  const further = await refresh(thief.refresh)
  expect((await refresh(person.refresh)).status).toBe(401)
  expect((await refresh(thief.refresh)).status).toBe(401)
  expect((await refresh(further.refresh)).status).toBe(401)
  expect(await signedIn(person.access)).toBe(false)
  expect(await signedIn(further.access)).toBe(false)
  expect(await endReason(person)).toBe('theft')
  const audit = await world.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', 'user')
    .where('subject_id', '=', person.id)
    .where('action', '=', 'session.theft')
    .execute()
  expect(audit).toHaveLength(1)
})

test('a token many generations old is theft too', async () => {
  const person = await createPerson(world, 'user')
  let current = person.refresh
  for (let generation = 0; generation < 6; generation++) current = (await refresh(current)).refresh
  expect((await refresh(person.refresh)).status).toBe(401)
  expect((await refresh(current)).status).toBe(401)
  expect(await endReason(person)).toBe('theft')
})

test('theft in one session leaves the other sessions of that person alone', async () => {
  const person = await createPerson(world, 'user')
  const user = await world.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
  const phone = await openSession({ ctx: world.ctx(), user, how: 'otp' })
  await refresh((await refresh(person.refresh)).refresh)
  expect((await refresh(person.refresh)).status).toBe(401)
  expect((await refresh(phone.refresh)).status).toBe(200)
})

test('text that is no token of ours is rejected and ends nobody’s session', async () => {
  const person = await createPerson(world, 'user')
  const genuine = (await readRefreshToken(world.config, person.refresh))!
  const [header, claims, signature] = person.refresh.split('.') as [string, string, string]
  const { session_id, ...others } = genuine
  const forged = [
    'nonsense',
    person.access,
    `${header}.${claims}.`,
    `${header}.${claims}.${randomBytes(32).toString('base64url')}`,
    `${header}.${claims}A.${signature}`,
    `${header}.${encoded({ sid: session_id, ...others, generation: 1 })}.${signature}`,
    `${encoded({ alg: 'none' })}.${claims}.`,
    await makeRefreshToken({ SECRET_KEY: 'another secret key of 32 letters!', SECRET_KEYS_BEFORE: [] }, genuine),
    await makeRefreshToken(world.config, { ...genuine, root: randomBytes(32).toString('base64url') }),
  ]
  for (const text of forged) expect([text, (await refresh(text)).status]).toEqual([text, 401])
  expect((await refresh(person.refresh)).status).toBe(200)
})

test('what the database holds is not enough to make a token', async () => {
  const person = await createPerson(world, 'user')
  const { root } = (await readRefreshToken(world.config, person.refresh))!
  const row = (await sessionsOf(person))[0]!
  expect(row.refresh_hash.equals(Buffer.from(root, 'base64url'))).toBe(false)
  expect(JSON.stringify(row)).not.toContain(root)
})

/** A token that our own key signed, with an algorithm we do not use. */
function sameKeyHs512(claims: Record<string, unknown>, key: Buffer): string {
  const text = `${encoded({ alg: 'HS512', typ: 'JWT' })}.${encoded(claims)}`
  return `${text}.${createHmac('sha512', key).update(text).digest('base64url')}`
}

test('an access token is good for 30 minutes and only with our key and algorithm', async () => {
  const person = await createPerson(world, 'admin')
  const { sub, sid, iat, exp } = JSON.parse(Buffer.from(person.access.split('.')[1]!, 'base64url').toString()) as {
    sub: string
    sid: string
    iat: number
    exp: number
  }
  expect([sub, exp - iat]).toEqual([String(person.id), 1800])
  const key = keyFor(world.config.SECRET_KEY, 'access-token')
  const make = (alg: string, expires: number, secret: Uint8Array, user = sub) =>
    new SignJWT({ sid }).setProtectedHeader({ alg }).setSubject(user).setExpirationTime(expires).sign(secret)
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${person.access.split('.')[1]}.`
  const other = await createPerson(world, 'staff')
  expect(await signedIn(await make('HS256', exp, key))).toBe(true)
  const rejected = {
    expired: await make('HS256', iat - 1, key),
    'another key': await make('HS256', exp, randomBytes(32)),
    'another algorithm': sameKeyHs512({ sub, sid, exp }, key),
    'another person in this session': await make('HS256', exp, key, String(other.id)),
    unsigned,
    nonsense: 'a.b.c',
  }
  for (const [why, token] of Object.entries(rejected)) expect([why, await signedIn(token)]).toEqual([why, false])
})
