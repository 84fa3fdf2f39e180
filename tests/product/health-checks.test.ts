import { setImmediate as nextTurn } from 'node:timers/promises'
import { BUILD } from '@tvarit/shared/platform/settings/build'
import { repeat } from '@tvarit/shared/platform/process/repeating'
import { openConsumer, openQueue } from '@tvarit/shared/platform/queues/queues'
import { serverLife } from '@tvarit/server/health'
import { failingRelays, workerHealth } from '@tvarit/worker/health'
import { describe, expect, inject, test } from 'vitest'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

// Health checks are on the port of the metrics.
const world = await fileWorld({ settings: { METRICS_PORT: '0', TRUST_PROXY: '1' } })

describe('alive means at work', () => {
  test('server and worker say so on the private port', async () => {
    for (const url of [world.server!.private_url, await world.worker!.private_url]) {
      const response = await fetch(`${url}/healthz`)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ status: 'alive', pid: process.pid, ...BUILD })
    }
  })

  test('a loop that hangs is a reason to start again, one that fails is not', async () => {
    const log = world.ctx().log
    const hanging = repeat({ name: 'hangs', every_ms: 10, log, work: () => new Promise(() => {}) })
    let failures = 0
    const failing = repeat({
      name: 'fails',
      every_ms: 10,
      log,
      work() {
        failures += 1
        return Promise.reject(new Error('The database is away'))
      },
    })
    const loops = [
      { name: 'relay', loop: hanging, most_ms: 600 },
      { name: 'watch', loop: failing, most_ms: 60_000 },
    ]
    const life = await until('the first hangs', () => {
      const found = workerHealth([], loops)
      return found.reasons.length > 0 && failures > 2 && found
    })
    expect(life.reasons).toEqual([expect.stringMatching(/^The relay has hung for \d+ s\.$/)])
    void failing.stop()
  })

  test('a loop in backoff resumes when its dependency is back, not on a mere wake-up', async () => {
    let [runs, away] = [0, true]
    const loop = repeat({
      name: 'waits',
      every_ms: 3_600_000,
      log: world.ctx().log,
      work() {
        runs += 1
        return away ? Promise.reject(new Error('The database is away')) : Promise.resolve()
      },
    })
    await until('it has failed often enough to wait for seconds', () => runs === 5)
    away = false
    loop.wake()
    await nextTurn()
    expect(runs).toBe(5)
    loop.retry()
    await until('it has run', () => runs === 6)
    await loop.stop()
  })

  test('a loop that never runs out of work is alive, because each of its runs ends', async () => {
    let runs = 0
    const work = () => Promise.resolve(++runs < 100)
    const loop = repeat({ name: 'busy', every_ms: 3_600_000, log: world.ctx().log, work })
    await until('it has run again and again', () => runs === 100)
    expect(workerHealth([], [{ name: 'busy', loop, most_ms: 60_000 }]).reasons).toEqual([])
    await loop.stop()
  })

  test('a consumer that looks for no job is one, unless all its places are taken', () => {
    const consumer = (idle_ms: number, full: boolean) => ({
      name: 'messages' as const,
      idle_ms: () => idle_ms,
      full: () => full,
    })
    expect(workerHealth([consumer(6_000, false)], []).reasons).toEqual([])
    expect(workerHealth([consumer(21_000, false)], []).reasons).toHaveLength(1)
    expect(workerHealth([consumer(21_000, true)], []).reasons).toEqual([])
    expect(workerHealth([consumer(1_000_000, true)], []).reasons).toHaveLength(1)
  })

  test('a relay that has only failed for a minute is one, unless a store is away', async () => {
    const relay = (idle_ms: number) => [{ name: 'relay', loop: { idle_ms: () => idle_ms } }]
    const [answers, away] = [() => Promise.resolve(), () => Promise.reject(new Error('away'))]
    expect(await failingRelays(relay(59_000), answers)).toEqual([])
    expect(await failingRelays(relay(61_000), away)).toEqual([])
    const reasons = await failingRelays(relay(61_000), answers)
    expect(reasons).toEqual(['The relay has failed for 61 s, and its stores answer.'])
    expect(workerHealth([], [], reasons).reasons).toEqual(reasons)
  })

  test('a live reader that hangs for ten seconds is one', () => {
    expect(serverLife({ idle_ms: () => 60_000, stuck_ms: () => 2_000 }).reasons).toEqual([])
    expect(serverLife({ idle_ms: () => 60_000, stuck_ms: () => 10_001 }).reasons).toHaveLength(1)
  })

  test.concurrent.for(['postgres', 'redis'])(
    'a consumer on %s that has only a job put off for minutes is seen to look for jobs',
    async (backend) => {
      const { log, config } = world.ctx()
      const settings = backend === 'redis' ? { ...config, REDIS_URL: `${inject('redis_url')}/15` } : config
      const queue = openQueue(settings, log, 'bulk')
      const { id } = await queue.add('put-off', {}, { delay: 600_000 })
      const consumer = openConsumer(settings, log, 'bulk', () => Promise.resolve(), 1)
      let before = 0
      await until('it has looked once more', () => {
        const now = consumer.idle_ms()
        const looked = before > 1_000 && now < before
        before = now
        return looked
      })
      await queue.remove(id!)
      await Promise.all([consumer.worker.close(), queue.close()])
    },
  )
})
