import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { readOpenApiDocument } from '../harness/open-api-document.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin', 'Zubin')
// So that lists of people and coupons are not empty.
await createSubscriber(world)

const LISTS = [
  '/api/users/subscribers/',
  '/api/coupons/',
  '/api/users/staffs/',
  '/api/users/admins/',
  '/api/creator-coupons/',
  '/api/qr/alerts/',
  '/api/sales/super-distributors/',
  '/api/sales/distributors/',
  '/api/sales/retailers/',
]
const key = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
const BAD = [
  ['page=0', 'page=-1', 'page=1.5', 'page=abc', 'page=100001', 'page_size=0', 'page_size=101', 'page_size=x'],
  [`search=${'x'.repeat(101)}`, `cursor=${'x'.repeat(401)}`, 'cursor=x', 'cursor=%00', 'cursor=W10', 'cursor=bnVsbA'],
  [`cursor=${key('n')}`, `cursor=${key('x', 1)}`, `cursor=${key('n', '1')}`, `cursor=${key('n', -1)}`],
  [`cursor=${key('n', 1, 2, 3, 4)}`, `cursor=${key('n', { a: 1 })}`, `cursor=${key('n', '2025-01-01; drop', 1)}`],
  [`cursor=${key('n', 1e300)}`, `cursor=${key('n', 0, 5, 1)}`, `cursor=${key('n', '2025-02-30', 1)}`],
].flat()

/** What a request could have left behind. */
async function written(): Promise<unknown> {
  const state = await world.pool
    .query(`select (select max(id) from audit_log) as audits, (select max(id) from tallies) as
    tallies, (select count(*) from users) as users, (select count(*) from coupons) as coupons`)
  return state.rows
}

test.each(LISTS)('%s rejects bad input by field and writes nothing', async (path) => {
  const before = await written()
  for (const query of BAD) {
    const answer = await call(world.url, `${path}?${query}`, { access: admin.access })
    const field = query.split('=')[0]!
    expect([query, answer.status, answer.body]).toEqual([query, 400, { [field]: [expect.any(String)] }])
  }
  expect(await written()).toEqual(before)
})

test.each([
  ['/api/users/subscribers/?start_date=2025-02-30', 'start_date'],
  ['/api/users/subscribers/?ending_date=yesterday', 'ending_date'],
  ['/api/users/subscribers/?start_date=2025-03-02&ending_date=2025-03-01', 'ending_date'],
  ['/api/coupons/?status=LOST', 'status'],
  ['/api/qr/alerts/?status=LOST', 'status'],
])('%s is rejected under %s', async (path, field) => {
  const answer = await call(world.url, path, { access: admin.access })
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
})

test('a NUL character in a search is bad input, not a fault', async () => {
  for (const path of LISTS) {
    const { status, body } = await call(world.url, `${path}?search=ab%00cd`, { access: admin.access })
    // Lists of codes know without asking that no code has it.
    if (path === '/api/coupons/') expect([path, status, body.count]).toEqual([path, 200, 0])
    else expect([path, status, body]).toEqual([path, 400, { detail: expect.any(String) }])
  }
})

test('a day outside 1900 to 2200 is rejected in every query that takes one, also by the files', async () => {
  const { operations } = await readOpenApiDocument(world.url)
  let tried = 0
  for (const { method, path, operation } of operations) {
    if (method !== 'GET' || path.includes('{')) continue
    const parameters = operation.parameters ?? []
    const sorts = parameters.find(({ name }) => name === 'sort')?.schema.enum ?? []
    for (const { name, schema } of parameters) {
      if (schema.format !== 'date' && name !== 'go_to') continue
      const bounds = ['1899-12-31', '2201-01-01']
      for (const day of name === 'go_to' ? bounds : ['0000-01-01', '0001-01-01', ...bounds, '9999-12-31']) {
        for (const sort of name === 'go_to' ? ['', ...sorts] : ['']) {
          const query = `${path}?${new URLSearchParams({ ...(sort ? { sort } : {}), [name]: day }).toString()}`
          const { status, body } = await call(world.url, query, { access: admin.access })
          // A list in the order of names or numbers goes to the text, and a file begins at its first row.
          const isDay = name !== 'go_to' || (/date|created/.test(sort) && !path.endsWith('/download/'))
          expect([query, status, isDay && body[name]]).toEqual(
            isDay ? [query, 400, [expect.any(String)]] : [query, expect.toBeOneOf([200, 400]), false],
          )
          tried += 1
        }
      }
    }
  }
  expect(tried).toBeGreaterThan(100)
})

test('a moment or a day outside 1900 to 2200 is rejected in what is written', async () => {
  const override = { request_id: randomUUID(), person_id: 1, from: '0000-01-01T00:00:00Z', to: '2200-12-31T00:00:00Z' }
  const rejected = await call(world.url, '/api/on-call/overrides/', { access: admin.access, body: override })
  expect([rejected.status, rejected.body['from']]).toEqual([400, [expect.any(String)]])
  const cursors = [key('n', '0000-01-01', 1), key('p', '9999-12-31', 1)]
  for (const cursor of cursors) {
    const path = `/api/users/subscribers/?sort=ending_date&cursor=${cursor}`
    expect([cursor, (await call(world.url, path, { access: admin.access })).status]).toEqual([cursor, 400])
  }
})
