import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { QUEUES, type QueueName } from '@tvarit/shared/contracts/jobs'
import { observeDatabaseErrors } from '@tvarit/shared/platform/metrics/database-metrics'
import { Registry } from 'prom-client'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { scrape } from '../harness/prometheus.ts'
import { startRedis } from '../harness/provide-redis.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

const METRICS = { METRICS_PORT: '0' }
let world: World
afterEach(() => world.stop())

/** A metric by the value of one of its labels. */
async function metric(of: 'server' | 'worker', name: string, label?: string): Promise<Record<string, number>> {
  const url = of === 'server' ? world.server!.private_url : await world.worker!.private_url
  const { samples } = await scrape(url)
  const found = samples.filter((sample) => sample.name === name)
  return Object.fromEntries(found.map(({ labels, value }) => [label ? labels[label]! : 'all', value]))
}

const ready = async () => (await (await fetch(`${world.url}/readyz`)).json()) as { status: string }

test('a Redis that is away shows within seconds, without an alert', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-metrics-'))
  let redis = await startRedis(folder)
  onTestFinished(async () => {
    await redis.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })
  world = await createWorld({ server: false, settings: { ...METRICS, REDIS_URL: redis.url } })
  expect(await metric('worker', 'tvarit_queue_store_up', 'store')).toEqual({ redis: 1 })
  await redis.stop()
  await until('the metric says so', async () => (await metric('worker', 'tvarit_queue_store_up', 'store')).redis === 0)
  redis = await startRedis(folder, Number(new URL(redis.url).port))
  await until('the metric says so', async () => (await metric('worker', 'tvarit_queue_store_up', 'store')).redis === 1)
})

test('the consumers of each queue are counted: of a bulk worker alone, none takes messages', async () => {
  world = await createWorld({ server: false, settings: { ...METRICS, WORKER_QUEUES: 'bulk' } })
  const of = (queue: QueueName) => [queue, queue === 'bulk' ? 1 : 0]
  await until('the worker has reported itself', async () => {
    const found = await metric('worker', 'tvarit_queue_consumers', 'queue')
    return JSON.stringify(found) === JSON.stringify(Object.fromEntries(QUEUES.map(of)))
  })
})

test('a database that takes no writes: not ready, tvarit_database_up is 0, and back when it does', async () => {
  world = await createWorld({ settings: METRICS })
  await until('it is ready', async () => (await ready()).status === 'ready')
  const { rows } = await world.pool.query<{ name: string }>('select current_database() as name')
  const set = async (words: string) => {
    await world.pool.query(`alter database ${rows[0]!.name} ${words}`)
    await world.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name in ('tvarit-server', 'tvarit-alerts', 'tvarit-worker')`,
    )
  }
  await set('set default_transaction_read_only = on')
  await until('it is not ready', async () => (await ready()).status === 'database takes no writes')
  await until('the metric says so', async () => (await metric('worker', 'tvarit_database_up')).all === 0)
  expect((await metric('server', 'tvarit_database_takes_writes')).all).toBe(0)
  await set('reset default_transaction_read_only')
  await until('it is ready again', async () => (await ready()).status === 'ready')
  await until('the metric says so', async () => (await metric('worker', 'tvarit_database_up')).all === 1)
})

test('a full disk of the database counts as taking no writes for 15 seconds', async () => {
  world = await createWorld({ server: false, worker: false })
  const database = observeDatabaseErrors(new Registry())
  const now = vi.spyOn(performance, 'now').mockReturnValue(100_000)
  onTestFinished(() => now.mockRestore())
  database.failed(Object.assign(new Error('duplicate key'), { code: '23505' }))
  expect(database.takes_writes()).toBe(true)
  database.failed(Object.assign(new Error('No space left on device'), { code: '53100' }))
  expect(database.takes_writes()).toBe(false)
  now.mockReturnValue(115_001)
  expect(database.takes_writes()).toBe(true)
})

test('the clock of each process against the database, its disks, and the size of the database', async () => {
  const real = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 30_000)
  onTestFinished(() => clock.mockRestore())
  world = await createWorld({ settings: METRICS })
  for (const process of ['server', 'worker'] as const) {
    const skew = await until(
      'it has reported itself',
      async () => (await metric(process, 'tvarit_clock_skew_seconds')).all,
    )
    expect(skew).toBeGreaterThan(28)
    expect(skew).toBeLessThan(32)
    const disks = await metric(process, 'tvarit_disk_free_bytes', 'disk')
    expect(Object.keys(disks).toSorted()).toEqual(['data', 'temporary'])
    expect(disks.data!).toBeGreaterThan(0)
  }
  expect((await metric('worker', 'tvarit_database_bytes')).all).toBeGreaterThan(1_000_000)
})
