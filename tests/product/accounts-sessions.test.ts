import { readActor } from '@tvarit/shared/domain/people/sessions/read-actor'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { sessionCalls } from '../harness/session-calls.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const { refresh, signedIn, endReason } = sessionCalls(world)

const DAY = 86_400_000

test.each([
  ['user', 30],
  ['staff', 7],
  ['admin', 7],
] as const)(
  'a session of a %s ends after %i days without use, and each refresh starts them again',
  async (role, days) => {
    const person = await createPerson(world, role)
    await world.advanceTime((days - 1) * DAY)
    const next = await refresh(person.refresh)
    expect(next.status).toBe(200)
    await world.advanceTime((days - 1) * DAY)
    const last = await refresh(next.refresh)
    expect(last.status).toBe(200)
    await world.advanceTime(days * DAY + 1_000)
    expect((await refresh(last.refresh)).status).toBe(401)
    expect(await signedIn(last.access)).toBe(false)
  },
)

test('a session in constant use ends for good after three times its days', async () => {
  const person = await createPerson(world, 'staff')
  let current = person.refresh
  for (let day = 0; day < 20; day++) {
    await world.advanceTime(DAY)
    const next = await refresh(current)
    expect([day, next.status]).toEqual([day, 200])
    current = next.refresh
  }
  await world.advanceTime(DAY + 1_000)
  expect((await refresh(current)).status).toBe(401)
})

test('logout ends the session of its refresh token at once and says nothing about others', async () => {
  const person = await createPerson(world, 'user')
  const body = { refresh: person.refresh }
  expect((await call(world.url, '/api/users/logout/', { body })).body).toEqual({ detail: 'Logged out.' })
  expect(await signedIn(person.access)).toBe(false)
  expect((await refresh(person.refresh)).status).toBe(401)
  expect((await call(world.url, '/api/users/logout/', { body })).status).toBe(200)
  expect(await endReason(person)).toBe('logout')
})

test('the role is read at each request, not from the token', async () => {
  const person = await createPerson(world, 'admin')
  const create = () => call(world.url, '/api/coupons/', { body: {}, access: person.access })
  expect((await create()).status).toBe(201)
  await world.db.updateTable('users').set({ role: 'staff' }).where('id', '=', person.id).execute()
  expect((await create()).status).toBe(403)
})

test('every server process learns which session ended', async () => {
  const person = await createPerson(world, 'staff')
  const client = await world.pool.connect()
  const notified: string[] = []
  client.on('notification', (message) => notified.push(message.payload ?? ''))
  await client.query('listen sessions')
  try {
    await call(world.url, '/api/users/logout/', { body: { refresh: person.refresh } })
    await until('the notification arrives', () => notified.includes(person.actor.session_id))
  } finally {
    await client.query('unlisten sessions')
    client.release()
  }
})

test('reading who is signed in is one query', async () => {
  const person = await createPerson(world, 'user')
  let queries = 0
  const counting = world.db.withPlugin({
    transformQuery: ({ node }) => (queries++, node),
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const ctx = { db: counting, config: world.config }
  expect(await readActor({ ctx, access: person.access })).toEqual(person.actor)
  expect(queries).toBe(1)
})
