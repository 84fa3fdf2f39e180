import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { ask } from '../harness/downloads.ts'
import { readOpenApiDocument } from '../harness/open-api-document.ts'
import { createRestCalls, type Sent } from '../harness/rest-calls.ts'
import { fileWorld } from '../harness/world.ts'

/** Section 7 of the specification and section 5 of the design, written down by hand. */
const PROMISED = [
  'POST /api/users/login/',
  'POST /api/users/token/refresh/',
  'POST /api/users/login/second-factor/',
  'POST /api/users/login/second-factor/begin/',
  'POST /api/users/login/second-factor/enrol/',
  'POST /api/users/{id}/second-factor/reset/',
  'POST /api/users/login/otp-request/',
  'POST /api/users/login/otp-verify/',
  'POST /api/users/register/request-otp/',
  'POST /api/users/register/subscriber/',
  'POST /api/users/register/admin/',
  'POST /api/users/register/staff/',
  'POST /api/users/register/subordinate/',
  'GET /api/users/{id}/',
  'PUT /api/users/{id}/',
  'DELETE /api/users/{id}/delete/',
  'POST /api/users/{id}/delete/',
  'GET /api/users/subscribers/',
  'GET /api/users/subscribers/download/',
  'GET /api/users/staffs/',
  'GET /api/users/admins/',
  'GET /api/users/profile/',
  'PUT /api/users/profile/',
  'POST /api/users/logout/',
  'GET /api/dashboard/',
  'POST /api/coupons/',
  'GET /api/coupons/',
  'GET /api/coupons/{id}/',
  'POST /api/coupons/{id}/void/',
  'POST /api/qr/create/',
  'GET /api/qr/list/',
  'GET /api/qr/{id}/',
  'GET /api/qr/{id}/download/',
  'GET /api/qr/{id}/label/',
  'GET /api/creator-coupons/',
  'POST /api/creator-coupons/',
  'PATCH /api/creator-coupons/{id}/',
  'DELETE /api/creator-coupons/{id}/',
  'GET /api/qr/alerts/',
  'GET /api/qr/alerts/{id}/',
  'PATCH /api/qr/alerts/{id}/update/',
  'POST /api/qr/jobs/create/',
  'GET /api/qr/jobs/',
  'GET /api/qr/jobs/{id}/',
  'POST /api/qr/jobs/{id}/retry/',
  'PATCH /api/qr/jobs/{id}/update/',
  'GET /api/qr/jobs/{id}/download/',
  'GET /api/sales/super-distributors/',
  'GET /api/sales/distributors/',
  'GET /api/sales/retailers/',
  'GET /api/sales/my-distributors/',
  'GET /api/sales/my-retailers/',
  'GET /api/sales/hierarchy-users/{id}/',
  'GET /api/sales/subordinate/{id}/',
  'DELETE /api/sales/hierarchy-users/{id}/',
  'GET /api/users/{id}/plan/',
  'POST /api/users/{id}/renew/',
  'POST /api/users/profile/renew/',
  'GET /api/users/profile/contact-checks/',
  'POST /api/users/profile/contact-checks/',
  'GET /api/users/profile/drill/',
  'POST /api/users/profile/drill/',
  'GET /api/users/profile/alerts/',
  'POST /api/qr/alerts/drill/',
  'GET /api/figures/response/',
  'GET /api/figures/slowest/',
  'GET /api/audit/',
  'POST /api/users/{id}/sessions/end/',
  'GET /api/ops/',
  'POST /api/ops/messages/{id}/retry/',
  'POST /api/ops/messages/retry/',
  'POST /api/ops/jobs/{id}/retry/',
  'GET /api/ambulances/',
  'POST /api/ambulances/',
  'POST /api/ambulances/import/',
  'GET /api/ambulances/{id}/',
  'PATCH /api/ambulances/{id}/',
  'PATCH /api/ambulances/{id}/status/',
  'DELETE /api/ambulances/{id}/',
  'GET /api/hospitals/',
  'POST /api/hospitals/',
  'POST /api/hospitals/import/',
  'GET /api/hospitals/{id}/',
  'PATCH /api/hospitals/{id}/',
  'DELETE /api/hospitals/{id}/',
  'GET /api/scan/{token}/',
  'POST /api/scan/{token}/alerts/',
  'GET /healthz',
  'GET /readyz',
]

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const document = await readOpenApiDocument(world.url)
const calls = await createRestCalls(world)

test('every path of the specification and of the design stands in the document, with its method', () => {
  const there = new Set(document.operations.map(({ what }) => what))
  expect(PROMISED.filter((what) => !there.has(what))).toEqual([])
})

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document.content))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
})

test('the page to read names every path', async () => {
  const page = await call(world.url, '/api/docs')
  expect(page.status).toBe(200)
  const text = page.body.text as string
  expect(document.operations.filter(({ path }) => !text.includes(`<code>${path}</code>`))).toEqual([])
})

test.each(['/api/docs/', '/api/openapi.json', '/api/docs.css'])(
  '%s is made once and asked for again by its tag',
  async (path) => {
    const read = async (headers: Record<string, string>) => {
      const answer = await ask(`${world.url}${path}`, headers)
      return { status: answer.statusCode, headers: answer.headers, content: await buffer(answer) }
    }
    const first = await read({ 'accept-encoding': 'gzip' })
    const { etag = '' } = first.headers
    expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache, no-transform' })
    expect((await read({})).content).toEqual(gunzipSync(first.content))
    expect(await read({ 'if-none-match': etag })).toMatchObject({ status: 304, content: Buffer.alloc(0) })
  },
)

test('every documented call answers as documented, a reading one also without the trailing slash', async () => {
  const wrong: string[] = []
  for (const { what, method, path, operation } of document.operations) {
    const sent = await calls.make(operation.operationId)
    if (!sent) {
      wrong.push(`${what}: no call is written for ${operation.operationId}`)
      continue
    }
    if (method === 'GET') {
      const without = await calls.send(method, path.replace(/\/$/, ''), sent)
      if (without.status !== 200) wrong.push(`${what} without its slash: ${without.status}`)
      await without.arrayBuffer()
    }
    const response = await calls.send(method, path, sent)
    const documented = operation.responses[response.status]
    if (!documented || response.status >= 300) {
      wrong.push(`${what}: ${response.status} ${(await response.text()).slice(0, 300)}`)
      continue
    }
    const [[type, { schema }]] = Object.entries(documented.content) as [[string, { schema: object }]]
    if (!response.headers.get('content-type')?.startsWith(type)) {
      wrong.push(`${what}: ${response.headers.get('content-type')}`)
    } else if (type === 'application/json') {
      const problem = document.mismatch(schema, await response.json())
      if (problem) wrong.push(`${what}: ${problem}`)
    } else {
      const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
      const disposition = response.headers.get('content-disposition') ?? ''
      if (!text.startsWith(sent.starts ?? '') || !disposition.includes(`filename="${sent.name}"`)) {
        wrong.push(`${what}: ${disposition} ${text.slice(0, 20)}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('every rejection has the documented shape: detail, non_field_errors or texts per field', async () => {
  const wrong: string[] = []
  for (const { what, method, path, operation } of document.operations) {
    const rejections: Sent[] = [
      {
        id: 0,
        token: 'x',
        as: calls.admin,
        ...(method === 'GET' ? { query: '?page=x&page_size=-1&start_date=9' } : { body: { x: 1 } }),
      },
      ...(operation.security.length > 0 ? [{ id: 1, as: null }] : []),
    ]
    for (const sent of rejections) {
      const response = await calls.send(method, path, sent)
      if (response.status < 400) {
        await response.arrayBuffer()
        continue
      }
      const problem = document.errorMismatch(await response.json())
      if (problem || response.status >= 500) wrong.push(`${what}: ${response.status} ${problem}`)
    }
  }
  expect(wrong).toEqual([])
})
