import { enqueue } from '@tvarit/shared/domain/outbox/enqueue'
import { readConfig } from '@tvarit/shared/platform/settings/config'
import { createLog } from '@tvarit/shared/platform/log/log'
import { jobOptions, openConsumer, openQueue } from '@tvarit/shared/platform/queues/queues'
import { createWorkerMetrics } from '@tvarit/worker/metrics'
import { alertRelay } from '@tvarit/worker/tasks/outbox-relay'
import { type RunningWorker, startWorker } from '@tvarit/worker/worker'
import type { Queue } from 'bullmq'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin')

const workers: RunningWorker[] = []

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
})

async function workerFor(queues: string): Promise<void> {
  const worker = startWorker(readConfig({ ...world.environment, WORKER_QUEUES: queues }), createLog('test', 'silent'))
  workers.push(worker)
  await worker.ready
}

const statusOf = async (id: unknown) =>
  (await world.db.selectFrom('bulk_jobs').select('status').where('id', '=', Number(id)).executeTakeFirst())?.status
const unsent = () => world.db.selectFrom('messages').select('id').where('state', '!=', 'sent').execute()

test('a run of the relay ends although each press that it publishes is followed by another one', async () => {
  const { sticker } = await createSubscriber(world)
  await press(world.url, sticker.token)
  let published = 0
  const add = async () => {
    published += 1
    await enqueue(world.db, 'tell-relatives', { alert_id: 0 }, `after-${published}`)
  }
  const queues = new Map([['alerts' as const, { add, addBulk: add } as unknown as Queue]])
  const task = { ctx: world.ctx(), queues, metrics: createWorkerMetrics(), started_at: 0 }
  expect(await alertRelay.run(task)).toBe(true)
  expect(published).toBe(1)
  await world.empty('outbox', 'alerts')
  expect(await alertRelay.run(task)).toBe(false)
})

test('a worker for messages alone tells relatives and leaves bulk jobs to others', async () => {
  await workerFor('messages')
  const { body } = await call(world.url, '/api/qr/jobs/create/', { body: { count: 3 }, access: admin.access })
  const { sticker, relatives } = await createSubscriber(world)
  await press(world.url, sticker.token)
  await until('the relatives are notified', async () => {
    const sent = await world.db.selectFrom('messages').select('id').where('state', '=', 'sent').execute()
    return sent.length === relatives.length
  })
  expect(await statusOf(body.id)).toBe('PROCESSING')
  expect(await unsent()).toEqual([])
  await workerFor('bulk')
  await until('the job is made', async () => (await statusOf(body.id)) === 'COMPLETED')
})

test('relatives are notified while the same worker is in the middle of a job of thousands', async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  const { body } = await call(world.url, '/api/qr/jobs/create/', { body: { count: 5_000 }, access: admin.access })
  const { sticker, relatives } = await createSubscriber(world)
  await workerFor('messages,bulk')
  await until('the job has its coupons and is being packed', async () => {
    const coupon = world.db.selectFrom('coupons').select('id').where('bulk_job_id', '=', Number(body.id))
    return (await coupon.limit(1).execute()).length > 0
  })
  const { id } = await press(world.url, sticker.token)
  await until('the job is made', async () => (await statusOf(body.id)) === 'COMPLETED')
  await until('the relatives are notified', async () => (await sentFor(id)).length === relatives.length)
  const { completed_at } = await world.db
    .selectFrom('bulk_jobs')
    .select('completed_at')
    .where('id', '=', Number(body.id))
    .executeTakeFirstOrThrow()
  for (const { sent_at } of await sentFor(id)) expect(sent_at!.getTime()).toBeLessThan(completed_at!.getTime())
})

const sentFor = (alert_id: number) =>
  world.db
    .selectFrom('messages')
    .select('sent_at')
    .where('alert_id', '=', alert_id)
    .where('state', '=', 'sent')
    .execute()

test('the end of a queue’s connection is noted, whatever it does at that moment', async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  const config = readConfig(world.environment)
  const log = createLog('test', 'silent')
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  const asked = new Set<unknown>()
  const deaf: unknown[] = []
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    asked.add(this)
    if (this.listenerCount('error') === 0) deaf.push(given[0])
    return query.apply(this, given) as never
  })
  try {
    const queue = openQueue(config, log, 'bulk')
    const done = Promise.withResolvers<unknown>()
    const { worker } = openConsumer(config, log, 'bulk', (job) => Promise.resolve(done.resolve(job.data)), 1)
    await queue.add('make-bulk-coupons', { bulk_job_id: 0 }, jobOptions('make-bulk-coupons', 'heard'))
    expect(await done.promise).toEqual({ bulk_job_id: 0 })
    await Promise.all([worker.close(), queue.close()])
  } finally {
    spy.mockRestore()
  }
  expect(asked.size).toBeGreaterThan(1)
  expect(deaf).toEqual([])
})

test.each(['', 'mail', 'messages,everything'])('WORKER_QUEUES "%s" is all queues or rejected, never none', (value) => {
  const read = () => readConfig({ ...world.environment, WORKER_QUEUES: value }).WORKER_QUEUES
  if (value === '') expect(read()).toEqual(['alerts', 'codes', 'messages', 'bulk', 'push'])
  else expect(read).toThrow(/WORKER_QUEUES/)
})

test('the sentinels of Redis are hosts with their ports, or rejected at the start', () => {
  const sentinels = (REDIS_SENTINELS: string) => readConfig({ ...world.environment, REDIS_SENTINELS }).REDIS_SENTINELS
  expect(sentinels('one:26379,two:26380')).toEqual([
    { host: 'one', port: 26379 },
    { host: 'two', port: 26380 },
  ])
  expect(() => sentinels('one,two')).toThrow('Wrong setting. REDIS_SENTINELS: must be hosts with their ports')
})
