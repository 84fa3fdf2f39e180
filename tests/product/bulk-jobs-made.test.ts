import { isCouponCode, isSerialNumber, isToken } from '@tvarit/shared/contracts/codes'
import { makeBulkCoupons } from '@tvarit/shared/domain/stickers/bulk-jobs/make-bulk-coupons'
import { afterAll, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import {
  couponsOf,
  createJob,
  downloadJob,
  expectWhole,
  jobEnded,
  jobRow,
  makeJob,
  ownTemporaryFolder,
  storedZip,
  unqueuedJob,
  zips,
} from '../harness/bulk-jobs.ts'
import { auditOf } from '../harness/chain.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { unzip } from '../harness/unzip.ts'
import { fileWorld } from '../harness/world.ts'

const temporary = ownTemporaryFolder()
const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

afterAll(async () => {
  temporary.remove()
})

test('the worker makes the coupons, and the ZIP holds each of them', async () => {
  const id = await createJob(world, admin, 30)
  await jobEnded(world, id, 'COMPLETED')
  const made = await couponsOf(world, id)
  expect(made).toHaveLength(30)
  for (const { status, user_id, voided_at } of made) {
    expect({ status, user_id, voided_at }).toEqual({ status: 'AVAILABLE', user_id: null, voided_at: null })
  }
  const { answer, zip } = await downloadJob(world, admin, id)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="job-${id}.zip"`)
  expect(answer.headers.get('content-length')).toBe(String(zip.length))
  await expectWhole(world, id, zip)
  expect(await jobRow(world, id)).toMatchObject({
    progress: 30,
    file: `bulk/job-${id}.zip`,
    file_bytes: zip.length,
    last_error: null,
    completed_at: expect.any(Date),
  })
  expect(await auditOf(world, id, 'bulk_job.downloaded')).toEqual([{ actor_id: admin.id, detail: {} }])
  expect(temporary.leftovers()).toEqual([])
})

test('two downloads are the same to the byte', async () => {
  const id = await createJob(world, admin, 12)
  await jobEnded(world, id, 'COMPLETED')
  const [first, second] = [await downloadJob(world, admin, id), await downloadJob(world, admin, id)]
  expect(first.zip.length).toBeGreaterThan(10_000)
  expect(second.zip.equals(first.zip)).toBe(true)
})

test('a made coupon can be read and its job printed', async () => {
  const id = await createJob(world, admin, 2)
  await jobEnded(world, id, 'COMPLETED')
  const [first] = await couponsOf(world, id)
  expect((await call(world.url, `/api/coupons/${first!.id}/`, { access: admin.access })).status).toBe(200)
  const body = { status: 'PRINTED' }
  const url = `/api/qr/jobs/${id}/update/`
  expect((await call(world.url, url, { method: 'PATCH', body, access: admin.access })).status).toBe(200)
  expect((await downloadJob(world, admin, id)).answer.status).toBe(200)
})

test('5,000 coupons have 15,000 well-formed codes of which none is there twice', async () => {
  const id = await unqueuedJob(world, admin, 5_000)
  await makeJob(world, id)
  const made = await couponsOf(world, id)
  const codes = made.flatMap(({ serial_number, coupon_code, token }) => [serial_number, coupon_code, token])
  expect([made.length, new Set(codes).size]).toEqual([5_000, 15_000])
  const wrong = made.filter(
    (each) => !isSerialNumber(each.serial_number) || !isCouponCode(each.coupon_code) || !isToken(each.token),
  )
  expect(wrong).toEqual([])
  expect(unzip(await storedZip(world, id)).size).toBe(5_003)
})

test('a job that is stopped while it is packed leaves no coupon and no ZIP', async () => {
  const before = zips(world)
  const id = await createJob(world, admin, 5_000)
  await until('it is being packed', async () => (await jobRow(world, id)).progress > 0)
  expect((await call(world.url, `/api/qr/jobs/${id}/cancel/`, { body: {}, access: admin.access })).status).toBe(200)
  await until('the run has ended', () => temporary.leftovers().length === 0)
  await makeJob(world, id)
  expect([await couponsOf(world, id), zips(world)]).toEqual([[], before])
  expect(await jobRow(world, id)).toMatchObject({ status: 'FAILED', progress: 0, file: null, completed_at: null })
})

test('a job that is stopped while its ZIP is stored is not completed after all, and the ZIP goes', async () => {
  const before = zips(world)
  const id = await unqueuedJob(world, admin, 3)
  const ctx = world.ctx()
  const putFile = async (...file: Parameters<typeof ctx.storage.putFile>) => {
    await ctx.storage.putFile(...file)
    const stopped = await call(world.url, `/api/qr/jobs/${id}/cancel/`, { body: {}, access: admin.access })
    expect(stopped.status).toBe(200)
  }
  await makeBulkCoupons({ ctx: { ...ctx, storage: { ...ctx.storage, putFile } }, input: { bulk_job_id: id } })
  expect(await jobRow(world, id)).toMatchObject({ status: 'FAILED', file: null, completed_at: null })
  expect([await couponsOf(world, id), zips(world)]).toEqual([[], before])
})

/** Every progress of the job from now on. */
async function watchProgress(id: number): Promise<() => Promise<number[]>> {
  await world.pool.query('create table seen (id bigint generated always as identity, progress integer)')
  await world.pool.query(`create function see() returns trigger language plpgsql security definer as $$ begin
    if new.id = ${id} then insert into seen (progress) values (new.progress); end if; return new; end $$`)
  await world.pool.query('create trigger see after update on bulk_jobs for each row execute function see()')
  return async () => {
    const { rows } = await world.pool.query<{ progress: number }>('select progress from seen order by id')
    await world.pool.query('drop function see cascade')
    await world.pool.query('drop table seen')
    return rows.map(({ progress }) => progress)
  }
}

test('the progress only grows and ends at the count, step by step', async () => {
  const id = await unqueuedJob(world, admin, 2_000)
  const seen = await watchProgress(id)
  await makeJob(world, id)
  const progress = await seen()
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(progress.some((n) => n > 0 && n < 2_000)).toBe(true)
  expect([progress[0], progress.at(-1)]).toEqual([0, 2_000])
})

test('the progress does not go back when a run starts again', async () => {
  const id = await unqueuedJob(world, admin, 1_500)
  await world.db.updateTable('bulk_jobs').set({ progress: 1_490 }).where('id', '=', id).execute()
  const seen = await watchProgress(id)
  await makeJob(world, id)
  const progress = await seen()
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect([progress[0], progress.at(-1)]).toEqual([1_490, 1_500])
})
