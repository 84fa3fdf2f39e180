import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isCouponCode, isSerialNumber, isToken } from '@tvarit/shared/contracts/codes'
import { makeBulkCoupons } from '@tvarit/shared/domain/bulk-jobs/make-bulk-coupons'
import { sweepBulkJobs } from '@tvarit/shared/domain/bulk-jobs/sweep-bulk-jobs'
import { qrImage, scanUrl } from '@tvarit/shared/domain/coupons/qr-image'
import { createSenders } from '@tvarit/shared/domain/messages/create-senders'
import { publishOutbox } from '@tvarit/shared/domain/outbox/publish-outbox'
import { createLog } from '@tvarit/shared/platform/log'
import { openQueue } from '@tvarit/shared/platform/queues'
import { runJob } from '@tvarit/worker/jobs/handlers'
import { removeLeftovers } from '@tvarit/worker/remove-leftovers'
import { startWorker } from '@tvarit/worker/worker'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, filesKept } from '../harness/chain.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { unzip } from '../harness/unzip.ts'
import { createWorld, type World } from '../harness/world.ts'

let world: World
let admin: Person
/** Everything temporary of this file and of nobody else. */
let temporary: string
beforeAll(async () => {
  temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-made-'))
  vi.stubEnv('TMPDIR', temporary)
  world = await createWorld({ settings: { TRUST_PROXY: '1' } })
  admin = await createPerson(world, 'admin', 'Meera')
})
afterAll(async () => {
  await world.stop()
  vi.unstubAllEnvs()
  fs.rmSync(temporary, { recursive: true })
})

const THREE_MINUTES = 180_000

const row = (id: number, where = world) =>
  where.db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const coupons = (id: number, where = world) =>
  where.db.selectFrom('coupons').selectAll().where('bulk_job_id', '=', id).orderBy('id').execute()
const zips = (where = world) => filesKept(where).filter((file) => file.startsWith('bulk'))
const stored = async (id: number, where = world) => where.ctx().storage.read((await row(id, where)).file!)
/** Files that runs left behind. */
const leftovers = () => fs.readdirSync(temporary).filter((name) => name.startsWith('tvarit-job-'))

async function create(count: number, where = world, who = admin): Promise<number> {
  const answer = await call(where.url, '/api/qr/jobs/create/', { body: { count }, access: who.access })
  expect(answer.status).toBe(201)
  return Number(answer.body.id)
}
const retry = (id: number) => call(world.url, `/api/qr/jobs/${id}/retry/`, { body: {}, access: admin.access })
const ended = (id: number, status: string, where = world) =>
  until(`job ${id} is ${status}`, async () => (await row(id, where)).status === status, 30_000)

async function download(id: number): Promise<{ answer: Response; zip: Buffer }> {
  const answer = await fetch(`${world.url}/api/qr/jobs/${id}/download/`, { headers: admin.headers })
  return { answer, zip: Buffer.from(await answer.arrayBuffer()) }
}

/** A job nobody has put into a queue. */
async function unqueued(count: number, where = world, by = admin): Promise<number> {
  const job = await where.db
    .insertInto('bulk_jobs')
    .values({ count, created_by: by.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return job.id
}
const make = (id: number) => makeBulkCoupons({ ctx: world.ctx(), input: { bulk_job_id: id } })

/** As a run left it that died before it could note the end. */
const unmark = (id: number) =>
  world.db
    .updateTable('bulk_jobs')
    .set({ status: 'PROCESSING', file: null, file_bytes: null, completed_at: null })
    .where('id', '=', id)
    .execute()

/** Runs `work` while a trigger decides what becomes of each new coupon. */
async function withTrigger(body: string, work: () => Promise<void>): Promise<void> {
  await world.pool.query(
    `create function decide() returns trigger language plpgsql security definer as $$ begin ${body} return new; end $$`,
  )
  await world.pool.query('create trigger decide before insert on coupons for each row execute function decide()')
  try {
    await work()
  } finally {
    await world.pool.query('drop function decide cascade')
  }
}

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

/** The ZIP has everything of each coupon of the job, and nothing else. */
async function expectWhole(id: number, zip: Buffer, where = world): Promise<void> {
  const made = await coupons(id, where)
  const files = unzip(zip)
  const url = (token: string) => scanUrl(where.config, token)
  expect(files.get('manifest.csv')!.toString()).toBe(
    ['serial_number,coupon_code,url']
      .concat(
        made.map((each) => `${each.serial_number},${each.coupon_code},${url(each.token)}`),
        '',
      )
      .join('\r\n'),
  )
  const pictures = made.map(({ serial_number }) => `qr/${serial_number}.png`)
  expect([...files.keys()].sort()).toEqual([...pictures, 'manifest.csv', 'labels-60mm.pdf', 'labels-25mm.pdf'].sort())
  const wrong = made.filter((each) => !files.get(`qr/${each.serial_number}.png`)!.equals(qrImage(url(each.token))))
  expect(wrong).toEqual([])
}

test('the worker makes the coupons, and the ZIP holds each of them', async () => {
  const id = await create(30)
  await ended(id, 'COMPLETED')
  const made = await coupons(id)
  expect(made).toHaveLength(30)
  for (const { status, user_id, voided_at } of made) {
    expect({ status, user_id, voided_at }).toEqual({ status: 'AVAILABLE', user_id: null, voided_at: null })
  }
  const { answer, zip } = await download(id)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="job-${id}.zip"`)
  expect(answer.headers.get('content-length')).toBe(String(zip.length))
  await expectWhole(id, zip)
  expect(await row(id)).toMatchObject({
    progress: 30,
    file: `bulk/job-${id}.zip`,
    file_bytes: zip.length,
    last_error: null,
    completed_at: expect.any(Date),
  })
  expect(await auditOf(world, id, 'bulk_job.downloaded')).toEqual([{ actor_id: admin.id, detail: {} }])
  expect(leftovers()).toEqual([])
})

test('two downloads are the same to the byte', async () => {
  const id = await create(12)
  await ended(id, 'COMPLETED')
  const [first, second] = [await download(id), await download(id)]
  expect(first.zip.length).toBeGreaterThan(10_000)
  expect(second.zip.equals(first.zip)).toBe(true)
})

test('a made coupon can be read and its job printed', async () => {
  const id = await create(2)
  await ended(id, 'COMPLETED')
  const [first] = await coupons(id)
  expect((await call(world.url, `/api/coupons/${first!.id}/`, { access: admin.access })).status).toBe(200)
  const body = { status: 'PRINTED' }
  const url = `/api/qr/jobs/${id}/update/`
  expect((await call(world.url, url, { method: 'PATCH', body, access: admin.access })).status).toBe(200)
  expect((await download(id)).answer.status).toBe(200)
})

test('5,000 coupons have 15,000 well-formed codes of which none is there twice', async () => {
  const id = await unqueued(5_000)
  await make(id)
  const made = await coupons(id)
  const codes = made.flatMap(({ serial_number, coupon_code, token }) => [serial_number, coupon_code, token])
  expect([made.length, new Set(codes).size]).toEqual([5_000, 15_000])
  const wrong = made.filter(
    (each) => !isSerialNumber(each.serial_number) || !isCouponCode(each.coupon_code) || !isToken(each.token),
  )
  expect(wrong).toEqual([])
  expect(unzip(await stored(id)).size).toBe(5_003)
})

/** Starts all, and lets nobody make a coupon before each has come as far as it can. */
async function meetAtLock(runs: (() => Promise<void>)[]): Promise<void> {
  await using locks = await holdLocks(world.pool, 'lock table coupons in share mode')
  const running = runs.map((start) => start())
  await until('all of them wait', async () => (await locks.waiting()) >= runs.length)
  await locks.release()
  await Promise.all(running)
}

test('three runs of one job at the same moment make its coupons once and leave one whole file', async () => {
  const id = await unqueued(40)
  const before = zips()
  await meetAtLock([() => make(id), () => make(id), () => make(id)])
  expect(await coupons(id)).toHaveLength(40)
  expect(zips().filter((file) => !before.includes(file))).toEqual([`bulk/job-${id}.zip`])
  expect(await row(id)).toMatchObject({ status: 'COMPLETED', file_bytes: (await stored(id)).length })
  await expectWhole(id, await stored(id))
  expect(leftovers()).toEqual([])
})

test('a run that starts again makes no further coupon and the same ZIP to the byte', async () => {
  const id = await unqueued(25)
  const created_at = new Date('2026-03-01T18:30:07.900Z')
  await world.db.updateTable('bulk_jobs').set({ created_at }).where('id', '=', id).execute()
  await make(id)
  const [made, zip] = [await coupons(id), await stored(id)]
  // The time of the job, not that of the run.
  expect(zip.includes("/CreationDate(D:20260302000007+05'30')")).toBe(true)
  await unmark(id)
  await make(id)
  expect(await coupons(id)).toEqual(made)
  expect((await stored(id)).equals(zip)).toBe(true)
  expect(await row(id)).toMatchObject({ status: 'COMPLETED', progress: 25, file_bytes: zip.length })
})

test.each(['COMPLETED', 'PRINTED', 'FAILED'] as const)('a job that is %s is not made again', async (status) => {
  const id = await unqueued(3)
  await world.db.updateTable('bulk_jobs').set({ status }).where('id', '=', id).execute()
  const before = zips()
  await make(id)
  expect([await coupons(id), zips(), (await row(id)).status]).toEqual([[], before, status])
})

test('a job that has failed meanwhile stays so when a run of it ends', async () => {
  const id = await unqueued(4)
  await world.pool.query(`create function fail() returns trigger language plpgsql as $$ begin
    update bulk_jobs set status = 'FAILED' where id = new.bulk_job_id; return null; end $$`)
  await world.pool.query(`create trigger fail after insert on coupons for each row execute function fail()`)
  try {
    await make(id)
  } finally {
    await world.pool.query('drop function fail cascade')
  }
  expect(await row(id)).toMatchObject({ status: 'FAILED', file: null, completed_at: null })
})

test('when the database gives up in the middle no coupon and no file stays, and the next run makes all', async () => {
  const id = await unqueued(1500)
  const before = zips()
  const giveUp = `if (select count(*) from coupons where bulk_job_id = new.bulk_job_id) >= 1200
    then raise 'given up'; end if;`
  await withTrigger(giveUp, () => expect(make(id)).rejects.toThrow('given up'))
  expect([await coupons(id), zips(), (await row(id)).status]).toEqual([[], before, 'PROCESSING'])
  await make(id)
  expect(await coupons(id)).toHaveLength(1500)
  expect(unzip(await stored(id)).size).toBe(1503)
})

test('what goes wrong in the drawing thread is told, and the next run makes the ZIP of the same coupons', async () => {
  const id = await unqueued(3)
  vi.stubEnv('TMPDIR', path.join(temporary, 'away'))
  try {
    await expect(make(id)).rejects.toThrow('ENOENT')
  } finally {
    vi.stubEnv('TMPDIR', temporary)
  }
  const made = await coupons(id)
  expect([made.length, (await row(id)).status]).toEqual([3, 'PROCESSING'])
  await make(id)
  expect(await coupons(id)).toEqual(made)
  await expectWhole(id, await stored(id))
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

test('a job that is stopped while it is packed leaves no coupon and no ZIP', async () => {
  const before = zips()
  const id = await create(5_000)
  await until('it is being packed', async () => (await row(id)).progress > 0)
  expect((await call(world.url, `/api/qr/jobs/${id}/cancel/`, { body: {}, access: admin.access })).status).toBe(200)
  await until('the run has ended', () => leftovers().length === 0)
  await make(id)
  expect([await coupons(id), zips()]).toEqual([[], before])
  expect(await row(id)).toMatchObject({ status: 'FAILED', progress: 0, file: null, completed_at: null })
})

test('a job that is stopped while its ZIP is stored is not completed after all, and the ZIP goes', async () => {
  const before = zips()
  const id = await unqueued(3)
  const ctx = world.ctx()
  const putFile = async (...file: Parameters<typeof ctx.storage.putFile>) => {
    await ctx.storage.putFile(...file)
    const stopped = await call(world.url, `/api/qr/jobs/${id}/cancel/`, { body: {}, access: admin.access })
    expect(stopped.status).toBe(200)
  }
  await makeBulkCoupons({ ctx: { ...ctx, storage: { ...ctx.storage, putFile } }, input: { bulk_job_id: id } })
  expect(await row(id)).toMatchObject({ status: 'FAILED', file: null, completed_at: null })
  expect([await coupons(id), zips()]).toEqual([[], before])
})

test('the progress only grows and ends at the count, step by step', async () => {
  const id = await unqueued(3_500)
  const seen = await watchProgress(id)
  await make(id)
  const progress = await seen()
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(progress.some((n) => n > 0 && n < 3_500)).toBe(true)
  expect([progress[0], progress.at(-1)]).toEqual([0, 3_500])
})

test('the progress does not go back when a run starts again', async () => {
  const id = await unqueued(2_500)
  await world.db.updateTable('bulk_jobs').set({ progress: 2_490 }).where('id', '=', id).execute()
  const seen = await watchProgress(id)
  await make(id)
  const progress = await seen()
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect([progress[0], progress.at(-1)]).toEqual([2_490, 2_500])
})

test('what cannot be stored is tried again, then FAILED with its coupons; a retry completes it with the same ones', async () => {
  let id = 0
  await withoutStorage(async () => {
    id = await create(5)
    await ended(id, 'FAILED')
  })
  const failed = await row(id)
  expect(failed).toMatchObject({ file: null, file_bytes: null, completed_at: null })
  expect(failed.last_error).toMatch(/EEXIST|ENOTDIR/)
  const answer = await call(world.url, `/api/qr/jobs/${id}/`, { access: admin.access })
  expect(answer.body).toMatchObject({ status: 'FAILED', coupons: 5, hint: expect.stringMatching(/file storage/) })
  const made = await coupons(id)
  expect([made.length, leftovers()]).toEqual([5, []])
  expect((await download(id)).answer.status).toBe(409)

  expect((await retry(id)).status).toBe(200)
  await ended(id, 'COMPLETED')
  expect(await coupons(id)).toEqual(made)
  await expectWhole(id, (await download(id)).zip)
  expect(await row(id)).toMatchObject({ runs: 2, progress: 5, last_error: null })
})

test('a job whose coupons cannot be made is FAILED by its last try and not before, without any; a retry makes all', async () => {
  const id = await unqueued(4)
  const ctx = world.ctx()
  const run = (last_attempt: boolean) =>
    runJob({ ctx, senders: createSenders(ctx), last_attempt }, 'make-bulk-coupons', { bulk_job_id: id })
  await withTrigger(`raise 'no room';`, async () => {
    await expect(run(false)).rejects.toThrow('no room')
    expect(await row(id)).toMatchObject({ status: 'PROCESSING', last_error: null })
    await expect(run(true)).rejects.toThrow('no room')
  })
  expect(await row(id)).toMatchObject({ status: 'FAILED', last_error: expect.stringContaining('no room'), progress: 0 })
  expect(await coupons(id)).toEqual([])
  expect((await retry(id)).status).toBe(200)
  await ended(id, 'COMPLETED')
  expect(await coupons(id)).toHaveLength(4)
})

test('a job that fails at first is completed by a later try', async () => {
  // A sequence keeps its count when the transaction does not.
  await world.pool.query('create sequence tries')
  await withTrigger(`if nextval('tries') < 2 then raise 'not yet'; end if;`, async () => {
    const id = await create(4)
    await ended(id, 'COMPLETED')
    expect(await coupons(id)).toHaveLength(4)
    expect((await row(id)).last_error).toBe(null)
  })
})

test('a job that never reached the queue is made when nobody has touched it for two minutes', async () => {
  const id = await unqueued(6)
  await world.travel(THREE_MINUTES)
  await ended(id, 'COMPLETED')
  expect([(await coupons(id)).length, (await row(id)).runs]).toEqual([6, 2])
})

test('a job is made although the queue remembers its earlier name as failed for good', async () => {
  const id = await unqueued(3)
  const queue = openQueue(world.config, createLog('test', world.config.LOG_LEVEL), 'bulk')
  try {
    // A payload that no run accepts.
    const name = { jobId: `make-bulk-coupons-${id}-1`, attempts: 1 }
    const failing = await queue.add('make-bulk-coupons', { bulk_job_id: 'none' }, name)
    await until('the queue has given up', () => failing.isFailed())
    await world.travel(THREE_MINUTES)
    await ended(id, 'COMPLETED')
    expect([(await coupons(id)).length, (await row(id)).runs]).toEqual([3, 2])
    expect(await failing.isFailed()).toBe(true)
  } finally {
    await queue.close()
  }
})

test.each([
  ['PostgreSQL', false],
  ['Redis', true],
])('a job that was deleted from a queue on %s is made all the same', async (_name, redis) => {
  const other = await createWorld({ redis, worker: false, settings: { TRUST_PROXY: '1' } })
  try {
    const by = await createPerson(other, 'admin')
    const log = createLog('test', other.config.LOG_LEVEL)
    const queue = openQueue(other.config, log, 'bulk')
    const id = await create(3, other, by)
    await queue.waitUntilReady()
    expect(await publishOutbox(other.db, new Map([['bulk', queue]]))).toBe(1)
    await queue.obliterate({ force: true })
    await queue.close()
    other.worker = startWorker(other.config, log)
    await other.travel(THREE_MINUTES)
    await ended(id, 'COMPLETED', other)
    expect(await coupons(id, other)).toHaveLength(3)
  } finally {
    await other.stop()
  }
})

test('the sweep queues lost jobs once, and leaves alone what is touched, waiting or over', async () => {
  const other = await createWorld({ server: false, worker: false })
  try {
    const by = await createPerson(other, 'admin')
    const old = { touched_at: new Date(Date.now() - 121_000) }
    const job = async (values: object) => {
      const id = await unqueued(3, other, by)
      await other.db.updateTable('bulk_jobs').set(values).where('id', '=', id).execute()
      return id
    }
    const lost = await job(old)
    const others = [await job({ touched_at: new Date(Date.now() - 90_000) })]
    for (const status of ['COMPLETED', 'PRINTED', 'FAILED'] as const) others.push(await job({ ...old, status }))
    const sweeps = await Promise.all([1, 2, 3].map(() => sweepBulkJobs({ ctx: other.ctx() })))
    expect(sweeps.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await sweepBulkJobs({ ctx: other.ctx() })).toBe(0)
    const queued = await other.db.selectFrom('outbox').select(['job_id', 'payload']).execute()
    expect(queued).toEqual([{ job_id: `make-bulk-coupons-${lost}-2`, payload: { bulk_job_id: lost } }])
    expect(await Promise.all(others.map(async (id) => (await row(id, other)).runs))).toEqual([1, 1, 1, 1])
  } finally {
    await other.stop()
  }
})

/** An empty file of that age in a folder of leftovers. */
function age(folder: string, name: string, minutes: number): void {
  const file = path.join(folder, name)
  fs.writeFileSync(file, '')
  const time = Date.now() / 1000 - minutes * 60
  fs.utimesSync(file, time, time)
}

test('a worker removes ZIPs that killed ones left behind, but none of the last hour and nothing of others', async () => {
  const folder = fs.mkdtempSync(path.join(temporary, 'leftovers-'))
  age(folder, 'tvarit-job-1-a.zip', 61)
  age(folder, 'tvarit-job-2-b.zip', 600)
  age(folder, 'tvarit-job-3-c.zip', 59)
  age(folder, 'tvarit-job-4-d.zip', 0)
  age(folder, 'tvarit-world-x', 600)
  age(folder, 'other-tvarit-job-5.zip', 600)
  // Not ours, whatever it is called: it must not keep a worker from starting.
  const strange = path.join(folder, 'tvarit-job-folder')
  fs.mkdirSync(strange)
  fs.utimesSync(strange, 0, 0)
  await removeLeftovers(folder)
  expect(fs.readdirSync(folder).sort()).toEqual([
    'other-tvarit-job-5.zip',
    'tvarit-job-3-c.zip',
    'tvarit-job-4-d.zip',
    'tvarit-job-folder',
    'tvarit-world-x',
  ])
})

test('a worker that starts removes leftovers of the temporary folder', async () => {
  age(temporary, 'tvarit-job-9-z.zip', 61)
  const worker = startWorker(world.config, createLog('test', world.config.LOG_LEVEL))
  await worker.ready
  await worker.stop()
  expect(leftovers()).toEqual([])
})
