import fs from 'node:fs'
import path from 'node:path'
import { createSenders } from '@tvarit/shared/domain/delivery/create-senders'
import { runJob } from '@tvarit/worker/jobs/handlers'
import { afterAll, expect, test, vi } from 'vitest'
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
  withTrigger,
  zips,
} from '../harness/bulk-jobs.ts'
import { holdLocks } from '../harness/hold-locks.ts'
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

const retry = (id: number) => call(world.url, `/api/qr/jobs/${id}/retry/`, { body: {}, access: admin.access })

/** As a run left it that died before it could note the end. */
const unmark = (id: number) =>
  world.db
    .updateTable('bulk_jobs')
    .set({ status: 'PROCESSING', file: null, file_bytes: null, completed_at: null })
    .where('id', '=', id)
    .execute()

/** Runs `work` while there is a file where the folder of the ZIPs belongs: nothing can be stored. */
async function withoutStorage(work: () => Promise<void>): Promise<void> {
  const folder = path.join(world.config.DATA_DIR, 'files/bulk')
  fs.mkdirSync(folder, { recursive: true })
  fs.renameSync(folder, `${folder}-away`)
  fs.writeFileSync(folder, '')
  try {
    await work()
  } finally {
    fs.rmSync(folder)
    fs.renameSync(`${folder}-away`, folder)
  }
}

/** Starts all, and lets nobody make a coupon before each has come as far as it can. */
async function meetAtLock(runs: (() => Promise<void>)[]): Promise<void> {
  await using locks = await holdLocks(world.pool, 'lock table coupons in share mode')
  const running = runs.map((start) => start())
  await until('all of them wait', async () => (await locks.waiting()) >= runs.length)
  await locks.release()
  await Promise.all(running)
}

test('three runs of one job at the same moment make its coupons once and leave one whole file', async () => {
  const id = await unqueuedJob(world, admin, 40)
  const before = zips(world)
  await meetAtLock([() => makeJob(world, id), () => makeJob(world, id), () => makeJob(world, id)])
  expect(await couponsOf(world, id)).toHaveLength(40)
  expect(zips(world).filter((file) => !before.includes(file))).toEqual([`bulk/job-${id}.zip`])
  expect(await jobRow(world, id)).toMatchObject({
    status: 'COMPLETED',
    file_bytes: (await storedZip(world, id)).length,
  })
  await expectWhole(world, id, await storedZip(world, id))
  expect(temporary.leftovers()).toEqual([])
})

test('a run that starts again makes no further coupon and the same ZIP to the byte', async () => {
  const id = await unqueuedJob(world, admin, 25)
  const created_at = new Date('2026-03-01T18:30:07.900Z')
  await world.db.updateTable('bulk_jobs').set({ created_at }).where('id', '=', id).execute()
  await makeJob(world, id)
  const [made, zip] = [await couponsOf(world, id), await storedZip(world, id)]
  // The time of the job, not that of the run.
  expect(zip.includes("/CreationDate(D:20260302000007+05'30')")).toBe(true)
  await unmark(id)
  await makeJob(world, id)
  expect(await couponsOf(world, id)).toEqual(made)
  expect((await storedZip(world, id)).equals(zip)).toBe(true)
  expect(await jobRow(world, id)).toMatchObject({ status: 'COMPLETED', progress: 25, file_bytes: zip.length })
})

test.each(['COMPLETED', 'PRINTED', 'FAILED'] as const)('a job that is %s is not made again', async (status) => {
  const id = await unqueuedJob(world, admin, 3)
  await world.db.updateTable('bulk_jobs').set({ status }).where('id', '=', id).execute()
  const before = zips(world)
  await makeJob(world, id)
  expect([await couponsOf(world, id), zips(world), (await jobRow(world, id)).status]).toEqual([[], before, status])
})

test('a job that has failed meanwhile stays so when a run of it ends', async () => {
  const id = await unqueuedJob(world, admin, 4)
  await world.pool.query(`create function fail() returns trigger language plpgsql as $$ begin
    update bulk_jobs set status = 'FAILED' where id = new.bulk_job_id; return null; end $$`)
  await world.pool.query(`create trigger fail after insert on coupons for each row execute function fail()`)
  try {
    await makeJob(world, id)
  } finally {
    await world.pool.query('drop function fail cascade')
  }
  expect(await jobRow(world, id)).toMatchObject({ status: 'FAILED', file: null, completed_at: null })
})

test('when the database fails midway no coupon or file stays, and the next run makes all', async () => {
  const id = await unqueuedJob(world, admin, 1500)
  const before = zips(world)
  const giveUp = `if (select count(*) from coupons where bulk_job_id = new.bulk_job_id) >= 1200
    then raise 'given up'; end if;`
  await withTrigger(world, giveUp, () => expect(makeJob(world, id)).rejects.toThrow('given up'))
  expect([await couponsOf(world, id), zips(world), (await jobRow(world, id)).status]).toEqual([
    [],
    before,
    'PROCESSING',
  ])
  await makeJob(world, id)
  expect(await couponsOf(world, id)).toHaveLength(1500)
  expect(unzip(await storedZip(world, id)).size).toBe(1503)
})

test('an error of the drawing process is reported, and the next run packs the same coupons', async () => {
  const id = await unqueuedJob(world, admin, 3)
  vi.stubEnv('TMPDIR', path.join(temporary.path, 'away'))
  try {
    await expect(makeJob(world, id)).rejects.toThrow('ENOENT')
  } finally {
    vi.stubEnv('TMPDIR', temporary.path)
  }
  const made = await couponsOf(world, id)
  expect([made.length, (await jobRow(world, id)).status]).toEqual([3, 'PROCESSING'])
  await makeJob(world, id)
  expect(await couponsOf(world, id)).toEqual(made)
  await expectWhole(world, id, await storedZip(world, id))
})

test('a ZIP that cannot be stored is retried, then FAILED, and a retry keeps its coupons', async () => {
  let id = 0
  await withoutStorage(async () => {
    id = await createJob(world, admin, 5)
    await jobEnded(world, id, 'FAILED')
  })
  const failed = await jobRow(world, id)
  expect(failed).toMatchObject({ file: null, file_bytes: null, completed_at: null })
  expect(failed.last_error).toMatch(/EEXIST|ENOTDIR/)
  const answer = await call(world.url, `/api/qr/jobs/${id}/`, { access: admin.access })
  expect(answer.body).toMatchObject({ status: 'FAILED', coupons: 5, hint: expect.stringMatching(/file storage/) })
  const made = await couponsOf(world, id)
  expect([made.length, temporary.leftovers()]).toEqual([5, []])
  expect((await downloadJob(world, admin, id)).answer.status).toBe(409)

  expect((await retry(id)).status).toBe(200)
  await jobEnded(world, id, 'COMPLETED')
  expect(await couponsOf(world, id)).toEqual(made)
  await expectWhole(world, id, (await downloadJob(world, admin, id)).zip)
  expect(await jobRow(world, id)).toMatchObject({ runs: 2, progress: 5, last_error: null })
  // It is started again on its own page, not under Operations, where nothing would come of it.
  expect(await world.db.selectFrom('failed_jobs').select('job').execute()).toEqual([])
})

test('a job without coupons is FAILED only by its last attempt, and a retry makes all', async () => {
  const id = await unqueuedJob(world, admin, 4)
  const ctx = world.ctx()
  const run = (last_attempt: boolean) =>
    runJob({ ctx, senders: createSenders(ctx), last_attempt }, 'make-bulk-coupons', { bulk_job_id: id })
  await withTrigger(world, `raise 'no room';`, async () => {
    await expect(run(false)).rejects.toThrow('no room')
    expect(await jobRow(world, id)).toMatchObject({ status: 'PROCESSING', last_error: null })
    await expect(run(true)).rejects.toThrow('no room')
  })
  expect(await jobRow(world, id)).toMatchObject({
    status: 'FAILED',
    last_error: expect.stringContaining('no room'),
    progress: 0,
  })
  expect(await couponsOf(world, id)).toEqual([])
  expect((await retry(id)).status).toBe(200)
  await jobEnded(world, id, 'COMPLETED')
  expect(await couponsOf(world, id)).toHaveLength(4)
})

test('a job that fails at first is completed by a later try', async () => {
  // A sequence keeps its count when the transaction does not.
  await world.pool.query('drop sequence if exists tries; create sequence tries')
  await withTrigger(world, `if nextval('tries') < 2 then raise 'not yet'; end if;`, async () => {
    const id = await createJob(world, admin, 4)
    await jobEnded(world, id, 'COMPLETED')
    expect(await couponsOf(world, id)).toHaveLength(4)
    expect((await jobRow(world, id)).last_error).toBe(null)
  })
})
