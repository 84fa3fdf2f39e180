import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { type Process, startProcess } from '../harness/processes.ts'
import { startRedis } from '../harness/provide-redis.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { createWorld } from '../harness/world.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-redis-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('Redis killed, flushed and away: alerts are on the screens at once, and every relative is told afterwards, once', async () => {
  let redis = await startRedis(folder)
  const world = await createWorld({ worker: false, settings: { REDIS_URL: redis.url } })
  let worker: Process | null = null
  try {
    worker = await startProcess('worker', world.environment)
    const staff = await createPerson(world, 'staff')
    const screen = openScreen(world.url, staff.access)
    const subscribers = await Promise.all(Array.from({ length: 12 }, () => createSubscriber(world)))
    const ids: number[] = []
    const pressNext = async () => {
      const { id, http } = await press(world.url, subscribers[ids.length]!.sticker.token)
      expect(http).toBe(201)
      ids.push(id)
    }

    for (let count = 0; count < 4; count++) await pressNext()
    const client = new Redis(redis.url)
    await client.flushall()
    client.disconnect()
    for (let count = 0; count < 4; count++) await pressNext()
    process.kill(redis.pid, 'SIGKILL')
    // Redis is away: the alert's way does not notice.
    for (let count = 0; count < 4; count++) await pressNext()
    await until(
      'every alert is on the screen while Redis is away',
      () => ids.every((id) => screen.alertIds().has(id)),
      3_000,
    )
    redis = await startRedis(folder, Number(new URL(redis.url).port))

    const phones = subscribers.flatMap(({ relatives }) => relatives)
    const counts = await until(
      'every relative was told',
      async () => {
        const rows = await world.db.selectFrom('dev_messages').select('to_phone').execute()
        const told = Map.groupBy(rows, (row) => row.to_phone)
        return phones.every((phone) => told.has(phone)) && phones.map((phone) => told.get(phone)!.length)
      },
      40_000,
    )
    const doubles = counts.reduce((sum, count) => sum + count - 1, 0)
    console.log(`Redis flushed, killed and restarted: 12 alerts, 24 relatives, 0 lost, ${doubles} doubles`)
    expect(doubles).toBe(0)
    expect(worker.alive()).toBe(true)
    await screen.close()
  } finally {
    await worker?.kill()
    await world.stop()
    await redis.stop()
  }
})
