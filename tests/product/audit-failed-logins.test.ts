import { hashPassword } from '@tvarit/shared/domain/people/users/password'
import { openChallenge } from '@tvarit/shared/domain/people/login/login-challenge'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createEnrolled } from '../harness/authenticator.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })

beforeEach(() => world.empty('audit_log', 'audit_seals'))

const rejected = (id: number) =>
  world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'ip', 'detail'])
    .where('action', '=', 'login.refused')
    .where('subject', '=', 'user')
    .where('subject_id', '=', id)
    .execute()

test('a wrong password is audited for an existing person, and an unknown number leaves nothing', async () => {
  const person = await createPerson(world, 'staff')
  const password_hash = await hashPassword('the right password')
  await world.db.updateTable('users').set({ password_hash }).where('id', '=', person.id).execute()
  const login = (login: string) =>
    call(world.url, '/api/users/login/', { body: { login, password: 'a wrong password' } })
  const [unknown, known] = [await login(newPhone()), await login(person.phone_number)]
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  await until('it is noted', async () => (await rejected(person.id)).length === 1)
  expect(await rejected(person.id)).toEqual([{ actor_id: null, ip: expect.any(String), detail: { how: 'password' } }])
  expect(await world.db.selectFrom('audit_log').select('action').where('actor_id', 'is', null).execute()).toEqual([
    { action: 'login.refused' },
  ])
})

test('a wrong code is audited for the person of the number, and for no person without one', async () => {
  const person = await createPerson(world, 'user')
  for (const phone_number of [newPhone(), person.phone_number]) {
    const body = { phone_number, otp: '123456' }
    expect((await call(world.url, '/api/users/login/otp-verify/', { body })).status).toBe(400)
  }
  await until('it is noted', async () => (await rejected(person.id)).length === 1)
  expect(await rejected(person.id)).toMatchObject([{ actor_id: null, detail: { how: 'otp' } }])
})

test('a wrong second factor is noted too, and twenty in an hour are enough for one person', async () => {
  const { id } = await createEnrolled(world)
  const tryOnce = async () => {
    const { challenge } = await openChallenge(world.db, id, 'password', 'code')
    return call(world.url, '/api/users/login/second-factor/', { body: { challenge, code: 'AAAA-BBBB' } })
  }
  expect((await tryOnce()).status).toBe(400)
  await until('it is noted', async () => (await rejected(id)).length === 1)
  expect((await rejected(id))[0]!.detail).toEqual({ how: 'second_factor' })
  const limits = (key: string) => sql`delete from rate_limits where key like ${`${key}:%`}`.execute(world.db)
  for (let n = 0; n < 25; n++) {
    if (n % 5 === 0) await limits('second-factor')
    expect((await tryOnce()).status).toBe(400)
  }
  await until('all twenty-six are counted', async () => {
    const { rows } = await sql<{ points: number }>`
      select points from rate_limits where key = ${`login-rejected:${id}`}`.execute(world.db)
    return rows[0]?.points === 26 && (await rejected(id)).length >= 20
  })
  expect(await rejected(id)).toHaveLength(20)
})
