import fs from 'node:fs'
import path from 'node:path'
import { sweepBulkJobs } from '@tvarit/shared/domain/stickers/bulk-jobs/sweep-bulk-jobs'
import { publishOutbox } from '@tvarit/shared/domain/outbox/publish-outbox'
import { createLog } from '@tvarit/shared/platform/log/log'
import { openQueue } from '@tvarit/shared/platform/queues/queues'
import { removeLeftovers } from '@tvarit/worker/remove-leftovers'
import { startWorker } from '@tvarit/worker/worker'
import { afterAll, expect, test } from 'vitest'
import { couponsOf, createJob, jobEnded, jobRow, ownTemporaryFolder, unqueuedJob } from '../harness/bulk-jobs.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const temporary = ownTemporaryFolder()
const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

afterAll(async () => {
  temporary.remove()
})

const THREE_MINUTES = 180_000

test('a job that never reached the queue is made when nobody has touched it for two minutes', async () => {
  const id = await unqueuedJob(world, admin, 6)
  await world.advanceTime(THREE_MINUTES)
  await jobEnded(world, id, 'COMPLETED')
  expect([(await couponsOf(world, id)).length, (await jobRow(world, id)).runs]).toEqual([6, 2])
})

test('a job is made although the queue remembers its earlier name as failed for good', async () => {
  const id = await unqueuedJob(world, admin, 3)
  const queue = openQueue(world.config, createLog('test', world.config.LOG_LEVEL), 'bulk')
  try {
    // A payload that no run accepts.
    const name = { jobId: `make-bulk-coupons-${id}-1`, attempts: 1 }
    const failing = await queue.add('make-bulk-coupons', { bulk_job_id: 'none' }, name)
    await until('the queue has given up', () => failing.isFailed())
    await world.advanceTime(THREE_MINUTES)
    await jobEnded(world, id, 'COMPLETED')
    expect([(await couponsOf(world, id)).length, (await jobRow(world, id)).runs]).toEqual([3, 2])
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
    const id = await createJob(other, by, 3)
    await queue.waitUntilReady()
    expect(await publishOutbox(other.db, new Map([['bulk', queue]]))).toBe(1)
    await queue.obliterate({ force: true })
    await queue.close()
    other.worker = startWorker(other.config, log)
    await other.advanceTime(THREE_MINUTES)
    await jobEnded(other, id, 'COMPLETED')
    expect(await couponsOf(other, id)).toHaveLength(3)
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
      const id = await unqueuedJob(other, by, 3)
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
    expect(await Promise.all(others.map(async (id) => (await jobRow(other, id)).runs))).toEqual([1, 1, 1, 1])
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

test('a worker removes abandoned ZIPs older than an hour, and nothing of others', async () => {
  const folder = fs.mkdtempSync(path.join(temporary.path, 'leftovers-'))
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
  age(temporary.path, 'tvarit-job-9-z.zip', 61)
  const worker = startWorker(world.config, createLog('test', world.config.LOG_LEVEL))
  await worker.ready
  await worker.stop()
  expect(temporary.leftovers()).toEqual([])
})
