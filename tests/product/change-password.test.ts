import { openChallenge } from '@tvarit/shared/domain/people/login/login-challenge'
import { hashPassword } from '@tvarit/shared/domain/people/users/password'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, callTrpc } from '../harness/chain.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })

async function createLogin() {
  const person = await createPerson(world, 'staff')
  const password_hash = await hashPassword('lantern-81')
  await world.db.updateTable('users').set({ password_hash }).where('id', '=', person.id).execute()
  return person
}

const login = (phone_number: string, password: string) =>
  call(world.url, '/api/users/login/', { body: { login: phone_number, password } })
const change = (access: string, current_password: string, password: string) =>
  callTrpc(world, 'auth.changePassword', { current_password, password }, access)

test('a person who knows the current password sets a new one, and is logged out everywhere else', async () => {
  const person = await createLogin()
  const elsewhere = String((await login(person.phone_number, 'lantern-81')).body.access)
  expect((await change(person.access, 'lantern-81', 'mango-river-4')).status).toBe(200)
  expect((await login(person.phone_number, 'lantern-81')).status).toBe(401)
  expect((await login(person.phone_number, 'mango-river-4')).status).toBe(200)
  const profile = (access: string) => call(world.url, '/api/users/profile/', { access })
  expect([(await profile(person.access)).status, (await profile(elsewhere)).status]).toEqual([200, 401])
  expect(await auditOf(world, person.id, 'password.changed')).toHaveLength(1)
})

test('a login that waits for its second step ends with the password it was begun with', async () => {
  const person = await createLogin()
  const { challenge } = await openChallenge(world.db, person.id, 'password', 'code')
  expect((await change(person.access, 'lantern-81', 'mango-river-4')).status).toBe(200)
  const waits = await world.db
    .selectFrom('login_challenges')
    .select('user_id')
    .where('user_id', '=', person.id)
    .execute()
  expect(waits).toEqual([])
  const body = { challenge, code: '123456' }
  expect((await call(world.url, '/api/users/login/second-factor/', { body })).status).toBe(401)
})

test('a wrong current password and an unsuitable new one are errors under their field', async () => {
  const person = await createLogin()
  const rejections = [
    await change(person.access, 'wrong-password', 'mango-river-4'),
    await change(person.access, 'lantern-81', 'lantern-81'),
    await change(person.access, 'lantern-81', 'short'),
    await change(person.access, 'lantern-81', 'Password1'),
    await change(person.access, 'lantern-81', 'Starwars'),
  ]
  expect(rejections.map(({ rejection }) => Object.keys(rejection as object))).toEqual([
    ['current_password'],
    ['password'],
    ['password'],
    ['password'],
    ['password'],
  ])
  expect((await login(person.phone_number, 'lantern-81')).status).toBe(200)
})

test('a stolen session cannot guess the password: ten failures, then 429', async () => {
  const person = await createLogin()
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) statuses.push((await change(person.access, `guess-${n}`, 'mango-river-4')).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
})

test('of two changes at once one counts, and people without a password have none to change', async () => {
  const person = await createLogin()
  await using held = await holdLocks(world.pool, 'select from users where id = $1 for update', [person.id])
  const changes = ['mango-river-4', 'blue tram 7'].map((next) => change(person.access, 'lantern-81', next))
  await until('both know the current password and want to write', async () => (await held.waiting()) === 2)
  await held.release()
  const both = await Promise.all(changes)
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const without = await createPerson(world, 'staff')
  expect((await change(without.access, 'lantern-81', 'mango-river-4')).status).toBe(409)
})
