import { expect, test } from 'vitest'
import { bulkJobCalls } from '../harness/bulk-job-calls.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

// Without a worker: how jobs are read and listed, and by whom.
const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const { print, list, retry, read, job, couponsOf, forgetJobs } = bulkJobCalls(world, admin)

test('a job is read with its people, its file and what became of its coupons', async () => {
  const printer = await createPerson(world, 'admin', 'Farhan')
  const id = await job({ file_bytes: 1234 })
  await couponsOf(await job(), 3)
  const [used, both, voided] = await couponsOf(id, 5)
  const owner = await createPerson(world, 'user')
  await world.db
    .updateTable('coupons')
    .set({ status: 'USED', user_id: owner.id })
    .where('id', 'in', [used!, both!])
    .execute()
  await world.db.updateTable('coupons').set({ voided_at: new Date() }).where('id', 'in', [both!, voided!]).execute()
  const fresh = await read(id)
  expect([fresh.status, fresh.body]).toEqual([
    200,
    {
      id,
      count: 5,
      status: 'COMPLETED',
      label_style: 'branded',
      progress: 0,
      created_at: expect.stringMatching(/Z$/),
      completed_at: null,
      printed_at: null,
      cancelled_at: null,
      has_zip: false,
      last_error: null,
      hint: null,
      name: null,
      owner: null,
      created_by: { id: admin.id, name: 'Meera Rao' },
      printed_by: null,
      file_bytes: 1234,
      coupons: 5,
      activated: 2,
      voided: 2,
    },
  ])
  await print(id, printer)
  expect((await read(id)).body).toMatchObject({
    status: 'PRINTED',
    printed_at: expect.stringMatching(/Z$/),
    printed_by: { id: printer.id, name: 'Farhan Rao' },
  })
})

test('a job without coupons yet is read with zeros, and an unknown one is not found', async () => {
  const id = await job({ status: 'PROCESSING' })
  expect((await read(id)).body).toMatchObject({ coupons: 0, activated: 0, voided: 0, file_bytes: null })
  for (const answer of [await read(999_999_999), await retry(999_999_999)]) {
    expect([answer.status, answer.body]).toEqual([404, { detail: 'Bulk job not found' }])
  }
  for (const answer of [await read('abc'), await read(-1), await retry('1.5')]) {
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['id']])
  }
})

test.each([
  ['ENOSPC: no space left on device, write', /no room left/],
  ["EACCES: permission denied, open 'bulk/7.zip'", /could not be stored/],
  ['AccessDenied: Access Denied', /could not be stored/],
  ['connect ECONNREFUSED 127.0.0.1:9000', /could not be reached/],
  ['duplicate key value violates unique constraint', /stopped unexpectedly/],
])('a failed job says in plain words what to do about %j', async (last_error, hint) => {
  const id = await job({ status: 'FAILED', last_error })
  const shown = { last_error, hint: expect.stringMatching(hint) }
  expect((await read(id)).body).toMatchObject(shown)
  const listed = (await list('?page_size=1')).body.results as Record<string, unknown>[]
  expect(listed[0]).toMatchObject({ id, ...shown })
})

test('what was noted about an earlier try of a job that did not fail is not shown', async () => {
  for (const status of ['PROCESSING', 'COMPLETED'] as const) {
    const id = await job({ status, last_error: 'once' })
    expect((await read(id)).body).toMatchObject({ last_error: null, hint: null })
  }
})

test('jobs are listed newest first, by status, by day in India, page by page', async () => {
  await forgetJobs()
  // 18:29:59 and 18:30 UTC lie on two days in India.
  const late = await job({ created_at: new Date('2026-03-01T18:29:59Z') })
  const next = await job({ created_at: new Date('2026-03-01T18:30:00Z'), status: 'PRINTED' })
  const last = await job({ created_at: new Date('2026-03-02T18:29:59Z') })
  const ids = async (query: string) => ((await list(query)).body.results as { id: number }[]).map(({ id }) => id)
  expect(await ids('')).toEqual([last, next, late])
  expect(await ids('?created_at=2026-03-01')).toEqual([late])
  expect(await ids('?created_at=2026-03-02')).toEqual([last, next])
  expect(await ids('?created_at=2026-03-02&status=PRINTED')).toEqual([next])
  expect(await ids('?status=COMPLETED')).toEqual([last, late])
  expect(await ids('?status=&created_at=')).toEqual([last, next, late])
  const pages = await Promise.all(
    ['?page_size=2', '?page_size=2&page=2', '?page_size=2&page=9'].map(async (query) => (await list(query)).body),
  )
  expect(pages).toMatchObject([
    {
      count: 3,
      total_pages: 2,
      next_page_number: 2,
      previous_page_number: null,
      results: [{ id: last }, { id: next }],
    },
    { count: 3, total_pages: 2, next_page_number: null, previous_page_number: 1, results: [{ id: late }] },
    { count: 3, total_pages: 2, next_page_number: null, previous_page_number: 1, results: [{ id: late }] },
  ])
  for (const query of ['?status=LOST', '?created_at=yesterday', '?page=0']) {
    expect([query, (await list(query)).status]).toEqual([query, 400])
  }
})

test('without jobs there is one empty page', async () => {
  await forgetJobs()
  expect((await list()).body).toEqual({
    count: 0,
    results: [],
    next_page_number: null,
    previous_page_number: null,
    total_pages: 1,
  })
})
