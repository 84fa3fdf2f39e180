import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { bulkJobCalls } from '../harness/bulk-job-calls.ts'
import { auditOf, callTrpc } from '../harness/chain.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

// Without a worker: what a job is, before and after a worker ran it.
const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const { create, print, rows, retry, rowOf, job, queued } = bulkJobCalls(world, admin)

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
    has_zip: false,
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
  expect([answer.status, answer.body]).toEqual([
    409,
    { detail: 'Only a failed job, or one whose ZIP was deleted, can be retried.' },
  ])
  expect([await rowOf(id), await queued(id)]).toEqual([before, []])
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
