import { hashPassword } from '@tvarit/shared/domain/people/users/password'
import { openChallenge } from '@tvarit/shared/domain/people/login/login-challenge'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { appCode, createEnrolled, nextPeriod } from '../harness/authenticator.ts'
import { auditOf, callTrpc } from '../harness/chain.ts'
import { createPerson, type Person, signIn } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const password_hash = await hashPassword('lantern-81')

const MINUTE = 60_000
const DENIED = { proof: ['Enter your password.'] }
const WRONG = { proof: ['This password is wrong.'] }

interface Sessions {
  proof: string
  sessions: { id: string; current: boolean }[]
}
async function sessions({ access }: Person): Promise<Sessions> {
  return ((await call(world.url, '/trpc/auth.sessions', { access })).body.result as { data: Sessions }).data
}
const endOne = ({ access }: Person, id: string, proof?: string) =>
  callTrpc(world, 'auth.endSession', proof === undefined ? { id } : { id, proof }, access)
const endOthers = ({ access }: Person, proof = '') => callTrpc(world, 'auth.endOtherSessions', { proof }, access)
const signedIn = async ({ access }: Person) => (await call(world.url, '/api/users/profile/', { access })).status === 200
const givePassword = ({ id }: { id: number }) =>
  world.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()

/** A person with a password who is logged in at two places, for a while already. */
async function createTwice(): Promise<{ here: Person; there: Person }> {
  const here = await createPerson(world, 'staff')
  await givePassword(here)
  const there = await signIn(world, here.id)
  await world.advanceTime(11 * MINUTE)
  return { here, there }
}

test('a person sees their own sessions and can end one of them, but nobody else’s', async () => {
  const person = await createPerson(world, 'user')
  const stranger = await createPerson(world, 'user')
  const { sessions: rows } = await sessions(person)
  expect(rows.map((row) => row.current)).toEqual([true])
  expect((await endOne(stranger, rows[0]!.id)).status).toBe(404)
  expect(await signedIn(person)).toBe(true)
  expect((await endOne(person, rows[0]!.id)).status).toBe(200)
  expect(await signedIn(person)).toBe(false)
})

test('ending another session needs the password from ten minutes after the login', async () => {
  const here = await createPerson(world, 'staff')
  await givePassword(here)
  const first = await signIn(world, here.id)
  expect((await sessions(here)).proof).toBe('none')
  expect((await endOne(here, first.actor.session_id)).status).toBe(200)

  const second = await signIn(world, here.id)
  await world.advanceTime(11 * MINUTE)
  expect((await sessions(here)).proof).toBe('password')
  const id = second.actor.session_id
  expect(await endOne(here, id)).toMatchObject({ status: 400, rejection: DENIED })
  expect(await endOne(here, id, 'lantern-82')).toMatchObject({ status: 400, rejection: WRONG })
  expect(await signedIn(second)).toBe(true)
  expect((await endOne(here, id, 'lantern-81')).status).toBe(200)
  expect([await signedIn(here), await signedIn(second)]).toEqual([true, false])
  expect(await auditOf(world, here.id, 'session.ended')).toHaveLength(2)
})

test('logging out here never asks for more', async () => {
  const { here, there } = await createTwice()
  expect((await endOne(here, here.actor.session_id)).status).toBe(200)
  expect([await signedIn(here), await signedIn(there)]).toEqual([false, true])
})

test('one password logs out everywhere else, also out of a login that waits for its second step', async () => {
  const { here, there } = await createTwice()
  const { challenge } = await openChallenge(world.db, here.id, 'password', 'code')
  expect(await endOthers(here)).toMatchObject({ status: 400, rejection: DENIED })
  expect(await signedIn(there)).toBe(true)
  expect(await endOthers(here, 'lantern-81')).toMatchObject({
    status: 200,
    data: { detail: 'You are logged out everywhere else.' },
  })
  expect([await signedIn(here), await signedIn(there)]).toEqual([true, false])
  const body = { challenge, code: '123456' }
  expect((await call(world.url, '/api/users/login/second-factor/', { body })).status).toBe(401)
  expect(await auditOf(world, here.id, 'sessions.ended_elsewhere')).toMatchObject([{ actor_id: here.id }])
  expect((await endOthers(here, 'lantern-81')).data).toEqual({ detail: 'You are not logged in anywhere else.' })
})

test('a stolen session cannot guess its way: ten failures, then 429', async () => {
  const { here, there } = await createTwice()
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) statuses.push((await endOthers(there, `guess-${n}`)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  expect(await signedIn(here)).toBe(true)
})

test('with an app and no password its code or a recovery code is asked for', async () => {
  const { id, secret, recovery_codes } = await createEnrolled(world)
  await nextPeriod(world)
  const here = await signIn(world, id)
  const [first, second] = [await signIn(world, id), await signIn(world, id)]
  await world.advanceTime(11 * MINUTE)
  expect((await sessions(here)).proof).toBe('code')
  const code = await appCode(world, secret)
  expect((await endOne(here, first.actor.session_id, code)).status).toBe(200)
  expect((await endOne(here, second.actor.session_id, code)).status).toBe(400)
  expect(await signedIn(second)).toBe(true)
  expect((await endOthers(here, recovery_codes[0])).status).toBe(200)
  expect(await signedIn(second)).toBe(false)
})

test('with an app and a password the password does: the app may be on the phone that was stolen', async () => {
  const { id } = await createEnrolled(world)
  await givePassword({ id })
  const [here, there] = [await signIn(world, id), await signIn(world, id)]
  await world.advanceTime(11 * MINUTE)
  expect((await sessions(here)).proof).toBe('password')
  expect((await endOthers(here, 'lantern-81')).status).toBe(200)
  expect(await signedIn(there)).toBe(false)
})

test('outer spaces count in a password given as proof, and not in a code', async () => {
  const here = await createPerson(world, 'staff')
  await world.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(' lantern 81 ') })
    .where('id', '=', here.id)
    .execute()
  const there = await signIn(world, here.id)
  await world.advanceTime(11 * MINUTE)
  expect(await endOthers(here, 'lantern 81')).toMatchObject({ status: 400, rejection: WRONG })
  expect((await endOthers(here, ' lantern 81 ')).status).toBe(200)
  expect(await signedIn(there)).toBe(false)

  const enrolled = await createEnrolled(world)
  await nextPeriod(world)
  const person = await signIn(world, enrolled.id)
  await world.advanceTime(11 * MINUTE)
  expect((await endOthers(person, ` ${await appCode(world, enrolled.secret)} `)).status).toBe(200)
  expect((await endOthers(person, ` ${enrolled.recovery_codes[0]}\n`)).status).toBe(200)
})

test('who logs in by SMS codes alone is asked nothing: a stolen phone would get the code', async () => {
  const here = await createPerson(world, 'user')
  const there = await signIn(world, here.id)
  await world.advanceTime(24 * 60 * MINUTE)
  expect((await sessions(here)).proof).toBe('none')
  expect((await endOthers(here)).status).toBe(200)
  expect([await signedIn(here), await signedIn(there)]).toEqual([true, false])
})
