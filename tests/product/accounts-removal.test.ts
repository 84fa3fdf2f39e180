import { CHAIN_ROLES } from '@tvarit/shared/contracts/chain'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

// Its own world: the number of living admins matters here.
const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

const remove = (who: Person, id: number, method: 'DELETE' | 'POST' = 'DELETE') =>
  call(world.url, `/api/users/${id}/delete/`, { method, access: who.access })
const profile = (who: Person) => call(world.url, '/api/users/profile/', { access: who.access })
const living = async (id: number) => {
  const row = await world.db.selectFrom('users').select('deleted_at').where('id', '=', id).executeTakeFirstOrThrow()
  return row.deleted_at === null
}

test.each(['DELETE', 'POST'] as const)(
  'a staff member removed by %s is out at once, on every way in',
  async (method) => {
    const staff = await createPerson(world, 'staff')
    const second = await world.anotherServer()
    expect((await profile(staff)).status).toBe(200)
    const answer = await remove(admin, staff.id, method)
    expect([answer.status, answer.body]).toEqual([200, { detail: 'user Deleted Succussfully' }])
    expect((await profile(staff)).status).toBe(401)
    expect((await call(second.url, '/api/qr/alerts/', { access: staff.access })).status).toBe(401)
    const refresh = await call(second.url, '/api/users/token/refresh/', { body: { refresh: staff.refresh } })
    expect(refresh.status).toBe(401)
    const code = await call(world.url, '/api/users/login/otp-request/', { body: { phone_number: staff.phone_number } })
    expect(code.body).toEqual({ phone_number: ['This number is not registered.'] })
    const audit = await world.db
      .selectFrom('audit_log')
      .select(['actor_id', 'detail'])
      .where('action', '=', 'user.removed')
      .where('subject_id', '=', staff.id)
      .execute()
    expect(audit).toEqual([{ actor_id: admin.id, detail: { role: 'staff' } }])
  },
)

test('every session of a removed person is announced, so that live connections close', async () => {
  const staff = await createPerson(world, 'staff')
  const client = await world.pool.connect()
  const notified: string[] = []
  client.on('notification', (message) => notified.push(message.payload ?? ''))
  await client.query('listen sessions')
  try {
    await remove(admin, staff.id)
    await until('the notification arrives', () => notified.includes(staff.actor.session_id))
  } finally {
    await client.query('unlisten sessions')
    client.release()
  }
})

test('nobody removes themselves', async () => {
  const another = await createPerson(world, 'admin')
  const answer = await remove(another, another.id)
  expect([answer.status, answer.body]).toEqual([409, { detail: 'You cannot remove yourself.' }])
  expect(await living(another.id)).toBe(true)
  await remove(admin, another.id)
})

test('two admins who remove each other at the same moment leave one admin', async () => {
  for (let round = 0; round < 10; round++) {
    const other = await createPerson(world, 'admin')
    const third = await createPerson(world, 'admin')
    const answers = await Promise.all([remove(other, third.id), remove(third, other.id)])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect([await living(other.id), await living(third.id)].filter(Boolean)).toHaveLength(1)
    await remove(admin, (await living(other.id)) ? other.id : third.id)
  }
})

test('only staff and admins are removed here, and nobody twice', async () => {
  const subscriber = await createSubscriber(world)
  const retailer = await createPerson(world, 'retailer')
  const staff = await createPerson(world, 'staff')
  expect((await remove(admin, staff.id)).status).toBe(200)
  for (const id of [subscriber.id, retailer.id, staff.id, 999_999_999]) {
    const answer = await remove(admin, id)
    expect([answer.status, answer.body]).toEqual([404, { detail: 'User not found' }])
  }
  expect([await living(subscriber.id), await living(retailer.id)]).toEqual([true, true])
})

test('staff read any subscriber, which is audited, but nobody else', async () => {
  const staff = await createPerson(world, 'staff')
  const subscriber = await createSubscriber(world)
  const retailer = await createPerson(world, 'retailer')
  const read = (id: number) => call(world.url, `/api/users/${id}/`, { access: staff.access })
  const answer = await read(subscriber.id)
  expect(answer.body).toMatchObject({ id: subscriber.id, role: 'user', profile: { state: 'Karnataka' } })
  expect(JSON.stringify(answer.body)).not.toMatch(/password|token|critical_line|consent/)
  for (const id of [retailer.id, admin.id, 999_999_999]) expect((await read(id)).status).toBe(404)
  const views = await world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject_id'])
    .where('action', '=', 'health.viewed')
    .where('actor_id', '=', staff.id)
    .execute()
  expect(views).toEqual([{ actor_id: staff.id, subject_id: subscriber.id }])
})

test('a subscriber reads only themselves, without an audit entry', async () => {
  const person = await createPerson(world, 'user')
  const other = await createSubscriber(world)
  const read = (id: number) => call(world.url, `/api/users/${id}/`, { access: person.access })
  expect((await read(person.id)).status).toBe(200)
  expect((await read(other.id)).status).toBe(404)
  const views = await world.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'health.viewed')
    .where('actor_id', '=', person.id)
    .execute()
  expect(views).toEqual([])
})

test.each(CHAIN_ROLES)('a %s reads themselves by id, and no subscriber', async (role) => {
  const person = await createPerson(world, role, 'Meena')
  const other = await createSubscriber(world)
  const read = (id: number) => call(world.url, `/api/users/${id}/`, { access: person.access })
  expect((await read(person.id)).body).toMatchObject({ id: person.id, first_name: 'Meena', role })
  expect((await read(other.id)).status).toBe(404)
})

test('a removed subscriber does not exist any more for those who look them up', async () => {
  const subscriber = await createSubscriber(world)
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', subscriber.id).execute()
  expect((await call(world.url, `/api/users/${subscriber.id}/`, { access: admin.access })).status).toBe(404)
})
