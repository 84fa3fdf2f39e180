import { isDeepStrictEqual } from 'node:util'
import { ROLES } from '@tvarit/shared/contracts/roles'
import { newCodes } from '@tvarit/shared/domain/ground/qr/new-codes'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, callTrpc } from '../harness/chain.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

// Without a worker: what a job is, before and after somebody has worked on it.
const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

const create = (body: unknown, who: Pick<Person, 'access'> = admin) =>
  call(world.url, '/api/qr/jobs/create/', { body, access: who.access })
const print = (id: unknown, who: Pick<Person, 'access'> = admin, status: unknown = 'PRINTED') =>
  call(world.url, `/api/qr/jobs/${String(id)}/update/`, { method: 'PATCH', body: { status }, access: who.access })
const list = (query = '', who: Pick<Person, 'access'> = admin) =>
  call(world.url, `/api/qr/jobs/${query}`, { access: who.access })
const rows = () => world.db.selectFrom('bulk_jobs').selectAll().orderBy('id').execute()

const retry = (id: unknown, who: Pick<Person, 'access'> = admin) =>
  call(world.url, `/api/qr/jobs/${String(id)}/retry/`, { body: {}, access: who.access })
const cancel = (id: unknown) =>
  call(world.url, `/api/qr/jobs/${String(id)}/cancel/`, { body: {}, access: admin.access })
const read = (id: unknown, who: Pick<Person, 'access'> = admin) =>
  call(world.url, `/api/qr/jobs/${String(id)}/`, { access: who.access })
const rowOf = async (id: number) => (await rows()).find((row) => row.id === id)!

interface JobValues {
  count?: number
  status?: 'COMPLETED' | 'PRINTED' | 'FAILED' | 'PROCESSING'
  created_at?: Date
  progress?: number
  last_error?: string
  file_bytes?: number
}

/** A job as the worker left it. */
async function job(values: JobValues = {}) {
  const row = await world.db
    .insertInto('bulk_jobs')
    .values({ count: 5, created_by: admin.id, status: 'COMPLETED', ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Under which names the runs of a job were queued. */
async function queued(id: number): Promise<string[]> {
  const noted = await world.db.selectFrom('outbox').select(['job', 'job_id', 'payload']).orderBy('id').execute()
  return noted
    .filter(({ job, payload }) => job === 'make-bulk-coupons' && isDeepStrictEqual(payload, { bulk_job_id: id }))
    .map(({ job_id }) => job_id)
}

/** Coupons of a job, as many as named. */
async function couponsOf(bulk_job_id: number, count: number): Promise<number[]> {
  const made = await world.db
    .insertInto('coupons')
    .values(Array.from({ length: count }, () => ({ ...newCodes(), bulk_job_id })))
    .returning('id')
    .execute()
  return made.map(({ id }) => id)
}

async function forgetJobs(): Promise<void> {
  await world.db.deleteFrom('coupons').where('bulk_job_id', 'is not', null).execute()
  await world.db.deleteFrom('bulk_jobs').execute()
}

test('a job is answered at once, and noted together with its work', async () => {
  const answer = await create({ count: 120 })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    id: expect.any(Number),
    count: 120,
    status: 'PROCESSING',
    label_style: 'branded',
    progress: 0,
    created_at: expect.stringMatching(/Z$/),
    completed_at: null,
    printed_at: null,
    cancelled_at: null,
    last_error: null,
    hint: null,
    name: null,
    owner: null,
  })
  const id = Number(answer.body.id)
  expect(await queued(id)).toEqual([`make-bulk-coupons-${id}-1`])
  expect(await auditOf(world, id, 'bulk_job.created')).toEqual([
    { actor_id: admin.id, detail: { count: 120, label_style: 'branded' } },
  ])
})

test('a job whose work cannot be noted does not exist', async () => {
  const before = await rows()
  await world.pool.query(`alter table outbox add constraint closed check (job <> 'make-bulk-coupons') not valid`)
  try {
    expect((await create({ count: 3 })).status).toBe(500)
  } finally {
    await world.pool.query('alter table outbox drop constraint closed')
  }
  expect(await rows()).toEqual(before)
})

test.each([
  [{ count: 1 }, 1],
  [{ count: 5000 }, 5000],
  [{ count: 0 }, 1],
  [{ count: -1 }, 1],
  [{ count: 5001 }, 5000],
  [{ count: 1_000_000_000 }, 5000],
  [{}, 50],
])('%j makes a job of %i', async (body, count) => {
  const answer = await create(body)
  expect([answer.status, answer.body.count]).toEqual([201, count])
  const trpc = await callTrpc(world, 'bulkJobs.create', body, admin.access)
  expect([trpc.status, trpc.data?.count]).toEqual([200, count])
})

test.each([
  { count: 'many' },
  { count: '50' },
  { count: null },
  { count: 1.5 },
  { count: true },
  { count: [5] },
  { count: 1e300 },
])('%j is no count and makes no job', async (body) => {
  const before = await rows()
  const answer = await create(body)
  expect([answer.status, answer.body]).toEqual([400, { count: ['The count must be a whole number from 1 to 5000.'] }])
  expect((await create({ count: 1, status: 'PRINTED' })).status).toBe(400)
  expect(await rows()).toEqual(before)
})

test('a completed job is marked as printed, with who and when, and stays so when asked again', async () => {
  const id = await job()
  const other = await createPerson(world, 'admin')
  const first = await print(id)
  expect([first.status, first.body]).toEqual([
    200,
    expect.objectContaining({ id, status: 'PRINTED', printed_at: expect.stringMatching(/Z$/) }),
  ])
  const again = await print(id, other)
  expect([again.status, again.body]).toEqual([200, first.body])
  expect((await rows()).find((row) => row.id === id)?.printed_by).toBe(admin.id)
  expect(await auditOf(world, id, 'bulk_job.printed')).toEqual([{ actor_id: admin.id, detail: {} }])
})

test('of several who mark a job as printed at the same moment the first counts', async () => {
  const id = await job()
  const answers = await Promise.all(Array.from({ length: 6 }, () => print(id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.printed_at)).size).toBe(1)
  expect(await auditOf(world, id, 'bulk_job.printed')).toHaveLength(1)
})

test.each(['PROCESSING', 'FAILED'] as const)('a job that is %s cannot be marked as printed', async (status) => {
  const id = await job({ status })
  const answer = await print(id)
  expect([answer.status, answer.body]).toEqual([409, { detail: 'Only a completed job can be marked as printed.' }])
  expect((await rows()).find((row) => row.id === id)?.status).toBe(status)
})

test('a job is marked as nothing else, and an unknown one is not found', async () => {
  const id = await job()
  for (const status of ['COMPLETED', 'FAILED', 'printed', '', null]) {
    const answer = await print(id, admin, status)
    expect([answer.status, answer.body]).toEqual([400, { status: ['A job can only be marked as PRINTED.'] }])
  }
  const unknown = await print(999_999_999)
  expect([unknown.status, unknown.body]).toEqual([404, { detail: 'Bulk job not found' }])
})

test('a job has no file before it is completed, and an unknown one has none at all', async () => {
  for (const status of ['PROCESSING', 'FAILED'] as const) {
    const answer = await call(world.url, `/api/qr/jobs/${await job({ status })}/download/`, { access: admin.access })
    expect([answer.status, answer.body]).toEqual([
      409,
      { detail: 'This job has no file yet. Wait until it is completed.' },
    ])
  }
  const unknown = await call(world.url, '/api/qr/jobs/999999999/download/', { access: admin.access })
  expect([unknown.status, unknown.body]).toEqual([404, { detail: 'Bulk job not found' }])
  const odd = await call(world.url, '/api/qr/jobs/abc/download/', { access: admin.access })
  expect([odd.status, Object.keys(odd.body)]).toEqual([400, ['id']])
})

test('a failed job runs again under a new name, from nothing, and the retry is audited', async () => {
  const id = await job({ status: 'FAILED', progress: 3, last_error: 'ENOSPC: no space left on device' })
  await world.db
    .updateTable('bulk_jobs')
    .set({ touched_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  const answer = await retry(id)
  const fresh = { status: 'PROCESSING', progress: 0, last_error: null, hint: null }
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ id, ...fresh })])
  const { runs, status, progress, last_error, touched_at } = await rowOf(id)
  expect({ runs, status, progress, last_error }).toEqual({
    runs: 2,
    status: 'PROCESSING',
    progress: 0,
    last_error: null,
  })
  expect(touched_at.getTime()).toBeGreaterThan(Date.now() - 60_000)
  expect(await queued(id)).toEqual([`make-bulk-coupons-${id}-2`])
  expect(await auditOf(world, id, 'bulk_job.retried')).toEqual([{ actor_id: admin.id, detail: { run: 2 } }])
  await world.db.updateTable('bulk_jobs').set({ status: 'FAILED' }).where('id', '=', id).execute()
  expect((await callTrpc(world, 'bulkJobs.retry', { id }, admin.access)).data).toMatchObject(fresh)
  expect(await queued(id)).toEqual([`make-bulk-coupons-${id}-2`, `make-bulk-coupons-${id}-3`])
})

test('of several who retry a job at the same moment all see it running, and it runs once', async () => {
  const id = await job({ status: 'FAILED' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => retry(id)))
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
    Array.from({ length: 8 }, () => [200, 'PROCESSING']),
  )
  expect([(await rowOf(id)).runs, await queued(id)]).toEqual([2, [`make-bulk-coupons-${id}-2`]])
  expect(await auditOf(world, id, 'bulk_job.retried')).toHaveLength(1)
})

test('a running job that is retried goes on as it was', async () => {
  const id = await job({ status: 'PROCESSING', progress: 4 })
  const answer = await retry(id)
  expect([answer.status, answer.body]).toEqual([
    200,
    expect.objectContaining({ id, status: 'PROCESSING', progress: 4 }),
  ])
  expect([(await rowOf(id)).runs, await queued(id)]).toEqual([1, []])
  expect(await auditOf(world, id, 'bulk_job.retried')).toEqual([])
})

test.each(['COMPLETED', 'PRINTED'] as const)('a job that is %s is not retried', async (status) => {
  const id = await job({ status })
  const before = await rowOf(id)
  const answer = await retry(id)
  expect([answer.status, answer.body]).toEqual([409, { detail: 'Only a failed job can be retried.' }])
  expect([await rowOf(id), await queued(id)]).toEqual([before, []])
})

test('a running job that is stopped is over for good, and its coupons are gone', async () => {
  const id = await job({ status: 'PROCESSING', progress: 3 })
  await couponsOf(id, 5)
  const others = await world.db
    .selectFrom('coupons')
    .select('id')
    .where('bulk_job_id', 'is distinct from', id)
    .execute()
  const answers = await Promise.all([cancel(id), cancel(id), cancel(id)])
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ id, status: 'FAILED', cancelled_at: expect.stringMatching(/Z$/), last_error: null }),
    ])
    expect(body.hint).toMatch(/was stopped, and none of its coupons exist/)
  }
  expect((await read(id)).body).toMatchObject({ coupons: 0, progress: 0 })
  expect(await world.db.selectFrom('coupons').select('id').execute()).toHaveLength(others.length)
  expect(await auditOf(world, id, 'bulk_job.cancelled')).toEqual([{ actor_id: admin.id, detail: { coupons: 5 } }])
  const retried = await retry(id)
  expect([retried.status, retried.body]).toEqual([409, { detail: 'This job was stopped. Add a new one instead.' }])
  expect([(await rowOf(id)).status, await queued(id)]).toEqual(['FAILED', []])
})

test.each(['COMPLETED', 'PRINTED', 'FAILED'] as const)('a job that is %s is not stopped', async (status) => {
  const id = await job({ status })
  await couponsOf(id, 2)
  const before = await rowOf(id)
  const answer = await cancel(id)
  expect([answer.status, answer.body]).toEqual([409, { detail: 'Only a running job can be stopped.' }])
  expect([await rowOf(id), (await read(id)).body.coupons]).toEqual([before, 2])
})

test('a running job of which a coupon is in use already is not stopped', async () => {
  const id = await job({ status: 'PROCESSING' })
  const [used] = await couponsOf(id, 3)
  await world.db.updateTable('coupons').set({ status: 'USED' }).where('id', '=', used!).execute()
  const before = await rowOf(id)
  const answer = await cancel(id)
  expect([answer.status, answer.body]).toEqual([409, { detail: expect.stringMatching(/in use already/) }])
  expect([await rowOf(id), (await read(id)).body.coupons]).toEqual([before, 3])
  expect(await auditOf(world, id, 'bulk_job.cancelled')).toEqual([])
})

test('a retry whose work cannot be noted leaves the job failed', async () => {
  const id = await job({ status: 'FAILED', last_error: 'given up' })
  const before = await rowOf(id)
  await world.pool.query(`alter table outbox add constraint closed check (job <> 'make-bulk-coupons') not valid`)
  try {
    expect((await retry(id)).status).toBe(500)
  } finally {
    await world.pool.query('alter table outbox drop constraint closed')
  }
  expect(await rowOf(id)).toEqual(before)
})

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
  const told = { last_error, hint: expect.stringMatching(hint) }
  expect((await read(id)).body).toMatchObject(told)
  const listed = (await list('?page_size=1')).body.results as Record<string, unknown>[]
  expect(listed[0]).toMatchObject({ id, ...told })
})

test('what was noted about an earlier try of a job that did not fail is not told', async () => {
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
    { count: 3, total_pages: 2, next_page_number: null, previous_page_number: 2, results: [] },
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

test.each(ROLES.filter((role) => role !== 'admin'))('a %s has nothing to do with bulk jobs', async (role) => {
  const person = await createPerson(world, role)
  const id = await job()
  const before = await rows()
  const answers = [
    await create({ count: 1 }, person),
    await list('', person),
    await print(id, person),
    await read(id, person),
    await retry(id, person),
    await call(world.url, `/api/qr/jobs/${id}/download/`, { access: person.access }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  expect((await callTrpc(world, 'bulkJobs.create', { count: 1 }, person.access)).status).toBe(403)
  expect((await callTrpc(world, 'bulkJobs.update', { id, status: 'PRINTED' }, person.access)).status).toBe(403)
  expect(await rows()).toEqual(before)
})

test('without a session nothing is created, listed or downloaded', async () => {
  const id = await job()
  expect((await call(world.url, '/api/qr/jobs/create/', { body: {} })).status).toBe(401)
  expect((await call(world.url, `/api/qr/jobs/${id}/retry/`, { body: {} })).status).toBe(401)
  for (const path of ['/api/qr/jobs/', `/api/qr/jobs/${id}/`, `/api/qr/jobs/${id}/download/`]) {
    expect((await call(world.url, path)).status).toBe(401)
  }
})
