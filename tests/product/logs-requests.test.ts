import { afterAll, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { loggedWorld } from '../harness/logged-world.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { until } from '../harness/until.ts'

const logged = await loggedWorld()
const { world } = logged
afterAll(() => world.stop())

test('each denied request logs one line with procedure, code and person id', async () => {
  const [staff, retailer] = [await createPerson(world, 'staff'), await createPerson(world, 'retailer')]
  const subscriber = await createSubscriber(world)
  const begin = logged.lines.length
  const answers = [
    await call(world.url, '/api/ops/', { access: staff.access }),
    await call(world.url, `/api/users/${subscriber.id}/`, { access: retailer.access }),
    await call(world.url, '/api/ops/'),
  ]
  const rejected = logged
    .parsed()
    .slice(begin)
    .filter(({ msg }) => msg === 'rejected')
  expect(rejected).toMatchObject([
    { path: 'ops.overview', code: 'FORBIDDEN', user_id: staff.id },
    { user_id: retailer.id },
    { path: 'ops.overview', code: 'UNAUTHORIZED', user_id: null },
  ])
  expect(rejected.map(({ request_id }) => request_id)).toEqual(
    answers.map(({ headers }) => headers.get('x-request-id')),
  )
})

test('a request logs one line with its route, and its id is in its response and jobs', async () => {
  const { sticker } = await createSubscriber(world)
  const answer = await fetch(`${world.url}/api/scan/${sticker.token}/alerts/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scan_id: crypto.randomUUID() }),
  })
  const request_id = answer.headers.get('x-request-id')!
  const of = () => logged.parsed().filter((line) => line.request_id === request_id)
  await until(
    'the worker has reported the relatives',
    () => of().filter(({ job }) => job === 'send-message').length === 2,
  )
  expect(of().filter(({ msg }) => msg === 'request')).toEqual([
    expect.objectContaining({
      method: 'POST',
      route: '/api/scan/:token/alerts',
      status: 201,
      ms: expect.any(Number) as unknown,
    }),
  ])
  expect(of().filter(({ job }) => job === 'tell-relatives')).toHaveLength(1)
})

test('an id from outside counts only as a UUID behind a trusted proxy', async () => {
  const brought = crypto.randomUUID()
  const ask = async (id: string) =>
    (await call(world.url, '/readyz', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
  expect(await ask(brought)).toBe(brought)
  expect(await ask('9876543210')).toMatch(/^[\da-f-]{36}$/)
})
