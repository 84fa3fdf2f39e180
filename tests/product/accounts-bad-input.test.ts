import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = (await createPerson(world, 'admin')).access

/** Everything anybody may call without a session. */
const PUBLIC = {
  '/api/users/login/': { login: 'nobody@test.example', password: 'some-password' },
  '/api/users/login/otp-request/': { phone_number: '9876543210' },
  '/api/users/login/otp-verify/': { phone_number: '9876543210', otp: '123456' },
  '/api/users/register/request-otp/': { phone_number: 'not a phone' },
  '/api/users/register/subscriber/': { first_name: 'Asha' },
  '/api/users/token/refresh/': { refresh: 'nonsense' },
  '/api/users/logout/': { refresh: 'nonsense' },
}
const PATHS = Object.keys(PUBLIC) as (keyof typeof PUBLIC)[]

/** What bad input must never change. */
async function everything(): Promise<unknown> {
  const counts = await world.pool.query(`select (select count(*) from users) as users,
    (select count(*) from sessions where ended_at is null) as sessions, (select count(*) from otp_challenges) as codes,
    (select count(*) from messages) as messages, (select count(*) from coupons) as coupons,
    (select count(*) from audit_log) as audits`)
  return counts.rows
}

/** `{detail}`, or an array of messages for each field, and nothing of our insides. */
function expectDocumentedError(answer: { status: number; body: Record<string, unknown> }, statuses = [400]): void {
  expect(statuses).toContain(answer.status)
  const entries = Object.entries(answer.body)
  expect(entries.length).toBeGreaterThan(0)
  for (const [field, value] of entries) {
    if (field === 'detail') expect(value).toEqual(expect.any(String))
    else expect(value).toEqual([expect.any(String)])
  }
  expect(JSON.stringify(answer.body)).not.toMatch(/zod|kysely|select |stack|node_modules|\.ts\b/i)
}

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

const BODIES = {
  'malformed JSON': '{"login": ',
  'an array': '[]',
  'a list of objects': '[{"login":"a"}]',
  'a number': '7',
  'a text': '"hello"',
  null: 'null',
  nothing: '',
  'an empty object': '{}',
  'deep nesting': deep(10_000),
  'a body of 200 KB': JSON.stringify({ login: 'x'.repeat(200_000), password: 'x' }),
} as const

for (const path of PATHS) {
  test.each(Object.keys(BODIES) as (keyof typeof BODIES)[])(`${path} rejects %s and writes nothing`, async (what) => {
    const before = await everything()
    const answer = await call(world.url, path, { method: 'POST', body: BODIES[what] })
    expectDocumentedError(answer, what === 'a body of 200 KB' ? [413] : [400])
    expect(await everything()).toEqual(before)
  })

  test(`${path} rejects wrong types, unknown fields and oversize in every field`, async () => {
    const before = await everything()
    const good: Record<string, unknown> = PUBLIC[path]
    for (const field of Object.keys(good)) {
      for (const value of [null, 7, true, [], {}, ['9876543210'], { $ne: '' }, 'x'.repeat(5_000)]) {
        const answer = await call(world.url, path, { body: { ...good, [field]: value } })
        expectDocumentedError(answer)
        expect(Object.keys(answer.body)).toContain(field)
      }
    }
    for (const field of ['role', 'is_admin', 'id', 'constructor', '__proto__', 'toString']) {
      const body = JSON.stringify(good).replace('{', `{${JSON.stringify(field)}:{"admin":true},`)
      const answer = await call(world.url, path, { method: 'POST', body })
      expectDocumentedError(answer)
      expect(Object.getOwnPropertyNames(answer.body)).toContain(field)
    }
    expect(await everything()).toEqual(before)
  })

  test(`${path} rejects other methods, and text or XML as body`, async () => {
    const before = await everything()
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect([method, (await call(world.url, path, { method })).status]).toEqual([
        method,
        // GET /api/users/login/ reads as "the person called login", whom nobody without a session may see.
        expect.toSatisfy((status: number) => status === 404 || status === 401),
      ])
    }
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
      const answer = await call(world.url, path, {
        method: 'POST',
        body: JSON.stringify(PUBLIC[path]),
        headers: { 'content-type': type },
      })
      expectDocumentedError(answer)
    }
    expect(await everything()).toEqual(before)
  })
}

test.each([
  ['a NUL character', 'a\u0000b@test.example'],
  ['half a surrogate pair', 'a\ud800b@test.example'],
  ['SQL', "' or 1=1 --"],
  ['wildcards', '%'],
])('a login with %s logs nobody in', async (_what, login) => {
  const answer = await call(world.url, '/api/users/login/', { body: { login, password: 'some-password' } })
  expectDocumentedError(answer, [400, 401])
})

test.each([
  ['a broken multipart form', '--x\r\nContent-Disposition: form-data; name="first_name"\r\n\r\nAsha', 'boundary=x'],
  ['a multipart form without boundary', 'whatever', ''],
  ['a part without name', '--x\r\nContent-Disposition: form-data\r\n\r\nAsha\r\n--x--\r\n', 'boundary=x'],
])('registration rejects %s', async (_what, body, boundary) => {
  const answer = await call(world.url, '/api/users/register/subscriber/', {
    method: 'POST',
    body,
    headers: { 'content-type': `multipart/form-data; ${boundary}` },
  })
  expectDocumentedError(answer)
})

test('registration limits the number of fields, their size and the size of their names', async () => {
  const forms = [new FormData(), new FormData(), new FormData()] as const
  for (let n = 0; n < 1_000; n++) forms[0].append(`field${n}`, 'x')
  forms[1].append('address', 'x'.repeat(100_000))
  forms[2].append('x'.repeat(1_000), 'x')
  for (const body of forms) expectDocumentedError(await call(world.url, '/api/users/register/subscriber/', { body }))
})

test('a text field that is sent as a file, and a photo that is sent as text, are rejected', async () => {
  const name = new FormData()
  name.append('first_name', new Blob(['Asha']), 'name.txt')
  const photo = new FormData()
  photo.append('photo', 'not a file')
  for (const [body, field] of [
    [name, 'first_name'],
    [photo, 'photo'],
  ] as const) {
    const answer = await call(world.url, '/api/users/register/subscriber/', { body })
    expectDocumentedError(answer)
    expect(Object.keys(answer.body)).toContain(field)
  }
})

test.each(['0', '-1', '1.5', 'abc', '99999999999999999999', '%00', "1'"])(
  'a person with the id %j is bad input',
  async (id) => {
    for (const [method, path] of [
      ['GET', `/api/users/${id}/`],
      ['DELETE', `/api/users/${id}/delete/`],
      ['POST', `/api/users/${id}/delete/`],
    ] as const) {
      const answer = await call(world.url, path, { method, access: admin })
      expectDocumentedError(answer)
      expect(Object.keys(answer.body)).toEqual(['id'])
    }
  },
)

test.each(['Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', `Bearer ${'x'.repeat(5_000)}`, 'Bearer null'])(
  'the authorization %j is nobody',
  async (authorization) => {
    const answer = await call(world.url, '/api/users/profile/', { headers: { authorization } })
    expect([answer.status, answer.body]).toEqual([401, { detail: 'Session expired. Please login again' }])
  },
)
