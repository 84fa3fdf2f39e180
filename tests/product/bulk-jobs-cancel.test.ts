import { expect, test } from 'vitest'
import { bulkJobCalls } from '../harness/bulk-job-calls.ts'
import { auditOf } from '../harness/chain.ts'
import { createPerson } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

// Without a worker: which jobs can be stopped, and what is left of them.
const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const { retry, cancel, read, rowOf, job, queued, couponsOf } = bulkJobCalls(world, admin)

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

test('a running job of which a coupon was scanned is not stopped', async () => {
  const id = await job({ status: 'PROCESSING' })
  const [scanned] = await couponsOf(id, 3)
  const { token } = await world.db
    .selectFrom('coupons')
    .select('token')
    .where('id', '=', scanned!)
    .executeTakeFirstOrThrow()
  expect((await press(world.url, token)).http).toBe(201)
  const before = await rowOf(id)
  const answer = await cancel(id)
  expect([answer.status, answer.body]).toEqual([409, { detail: expect.stringMatching(/in use already/) }])
  expect([await rowOf(id), (await read(id)).body.coupons]).toEqual([before, 3])
})
