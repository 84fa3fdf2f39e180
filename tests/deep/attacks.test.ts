import { expect, test } from 'vitest'
import { call, newAddress } from '../harness/api.ts'
import { createPerson, createSubscriber, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })

const HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
  'cache-control',
  'strict-transport-security',
  'x-powered-by',
  'set-cookie',
]

test('the security headers of a bystander’s page, of the API and of a rejection', async () => {
  const { sticker } = await createSubscriber(world)
  const https = await world.anotherServer({ PUBLIC_URL: 'https://tvarit.example' })
  const seen: Record<string, Record<string, string>> = {}
  for (const [name, path] of [
    ['page', `/s/${sticker.token}`],
    ['API', `/api/scan/${sticker.token}/`],
    ['rejection', '/api/users/profile/'],
    ['unknown address', '/api/nothing/'],
    ['tRPC', '/trpc/users.profile'],
  ] as const) {
    const { headers } = await fetch(`${https.url}${path}`)
    const present = HEADERS.flatMap((header) => (headers.has(header) ? [[header, headers.get(header)!]] : []))
    seen[name] = Object.fromEntries(
      present.map(([header, value]) => [header!, value!.replace(/(nonce|sha256)-[^']+/g, '$1-*')]),
    )
  }
  const { tRPC: byTrpc, 'unknown address': unknown, ...others } = seen
  expect([byTrpc, unknown]).toEqual([others.rejection, others.rejection])
  expect(others).toMatchInlineSnapshot(`
    {
      "API": {
        "cache-control": "no-store",
        "strict-transport-security": "max-age=31536000; includeSubDomains",
        "x-content-type-options": "nosniff",
      },
      "page": {
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; script-src 'nonce-*'; style-src 'nonce-*'; connect-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'",
        "referrer-policy": "no-referrer",
        "strict-transport-security": "max-age=31536000; includeSubDomains",
        "x-content-type-options": "nosniff",
      },
      "rejection": {
        "cache-control": "no-store",
        "content-security-policy": "default-src 'self';script-src 'self' 'nonce-*';style-src 'self' 'nonce-*';style-src-attr 'unsafe-inline';img-src 'self' data: blob:;font-src 'self' data:;connect-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "strict-transport-security": "max-age=31536000; includeSubDomains",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
      },
    }
  `)
})

test('another site’s page cannot post: no cookies, and forms and plain text have no effect', async () => {
  const admin = await createPerson(world, 'admin')
  const { sticker } = await createSubscriber(world)
  const count = async () =>
    (await world.pool.query<{ n: number }>('select count(*)::int as n from audit_log')).rows[0]!.n
  const before = await count()
  const foreign = { origin: 'https://evil.example' }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    for (const [path, body] of [
      ['/api/users/login/', { login: 'a@test.example', password: 'some-password' }],
      ['/trpc/coupons.create', {}],
      ['/api/coupons/', {}],
      [`/api/scan/${sticker.token}/alerts/`, { scan_id: '5e0f2d0e-6a2b-4a55-9d0f-000000000001' }],
    ] as const) {
      const answer = await call(world.url, path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...foreign, 'content-type': type },
      })
      expect([path, type, answer.status >= 400 && answer.status < 500]).toEqual([path, type, true])
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  }
  expect(await count()).toBe(before)
  const preflight = await fetch(`${world.url}/api/coupons/`, {
    method: 'OPTIONS',
    headers: { ...foreign, 'access-control-request-method': 'POST', authorization: `Bearer ${admin.access}` },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
})

test('a forged X-Forwarded-For does not hide the address, with a proxy and without', async () => {
  const direct = await world.anotherServer({ TRUST_PROXY: 0 })
  const ask = async (url: string, ip: string) => {
    const { phone_number } = await createPerson(world, 'user')
    return (await call(url, '/api/users/login/otp-request/', { body: { phone_number }, ip })).status
  }
  const real = newAddress()
  const behind: number[] = []
  const straight: number[] = []
  for (let n = 0; n < 21; n++) {
    behind.push(await ask(world.url, `${newAddress()}, 10.0.0.1, ${real}`))
    straight.push(await ask(direct.url, newAddress()))
  }
  const twenty = Array.from({ length: 20 }, () => 200)
  expect([behind, straight]).toEqual([
    [...twenty, 429],
    [...twenty, 429],
  ])
})

test('one-time codes over all numbers stop at the hourly and daily caps, and alerts go on', async () => {
  await world.db.deleteFrom('otp_challenges').execute()
  const people = await Promise.all(Array.from({ length: 30 }, () => createPerson(world, 'staff')))
  const several = async (OTP_PER_DAY: number) => {
    const capped = await world.anotherServer({ OTP_PER_DAY })
    const asked = people.map(({ phone_number }) =>
      call(capped.url, '/api/users/login/otp-request/', { body: { phone_number }, ip: newAddress() }),
    )
    const answers = await Promise.all(asked)
    const rejected = answers.filter(({ status }) => status === 503)
    expect(rejected[0]!.body).toEqual({ detail: 'No more codes can be sent right now. Please call us.' })
    expect((await press(capped.url, (await createSubscriber(world)).sticker.token)).http).toBe(201)
    return [answers.filter(({ status }) => status === 200).length, rejected.length]
  }
  expect(await several(80)).toEqual([10, 20])
  await world.advanceTime(3_600_000 + 1_000)
  expect(await several(80)).toEqual([10, 20])
  await world.advanceTime(3_600_000 + 1_000)
  expect(await several(23)).toEqual([3, 27])
})

test('a flood of five hundred logins is put off while every press is accepted', async () => {
  const flood = Array.from({ length: 500 }, (_, n) =>
    call(world.url, '/api/users/login/', { body: { login: `flood-${n}@test.example`, password: 'wrong-password' } }),
  )
  const stickers = await Promise.all(Array.from({ length: 20 }, () => createSubscriber(world)))
  const presses = await Promise.all(stickers.map(({ sticker }) => press(world.url, sticker.token)))
  expect(presses.map(({ http }) => http)).toEqual(stickers.map(() => 201))
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(100)
  expect(statuses.every((status) => status === 429 || status === 401)).toBe(true)
})

test('keys that JavaScript treats specially are unknown fields and change no object', async () => {
  const admin = await createPerson(world, 'admin')
  for (const key of ['__proto__', 'constructor', 'prototype', 'toString']) {
    const phone_number = newPhone()
    const body = `{"first_name":"Meena","email":"${phone_number}@test.example","phone_number":"${phone_number}","${key}":{"role":"admin"}}`
    const answer = await call(world.url, '/api/users/register/staff/', { body, access: admin.access })
    expect([key, answer.status < 500]).toEqual([key, true])
    const made = await world.db.selectFrom('users').select('role').where('phone_number', '=', phone_number).execute()
    expect(made.every(({ role }) => role === 'staff')).toBe(true)
  }
  expect(({} as { role?: unknown }).role).toBeUndefined()
  const query = await call(world.url, '/api/users/staffs/?__proto__[role]=admin&constructor=x', {
    access: admin.access,
  })
  expect(query.status).toBeLessThan(500)
})
