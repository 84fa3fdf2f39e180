import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { QUEUES } from '@tvarit/shared/contracts/jobs'
import { publishOutbox } from '@tvarit/shared/domain/outbox/publish-outbox'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { createLog } from '@tvarit/shared/platform/log/log'
import { openQueue } from '@tvarit/shared/platform/queues/queues'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect } from 'vitest'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { Ledger, notified } from '../harness/ledger.ts'
import { createPerson, createSubscriber, type Subscriber } from '../harness/people.ts'
import { type Process, startProcess } from '../harness/processes.ts'
import { startRedis } from '../harness/provide-redis.ts'
import { isLive, openScreen, type Screen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-redis-'))
let redis: Awaited<ReturnType<typeof startRedis>>
let world: World
let screen: Screen
const workers: Process[] = []
beforeAll(async () => {
  redis = await startRedis(folder)
  world = await createWorld({ worker: false, settings: { REDIS_URL: redis.url } })
  const staff = await createPerson(world, 'staff')
  screen = openScreen(world.url, staff.access)
  await isLive(screen)
})
afterAll(async () => {
  await screen?.close()
  await Promise.all(workers.map((worker) => worker.kill()))
  await world?.stop()
  await redis?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function startWorker(): Promise<void> {
  workers.push(await startProcess('worker', world.environment))
}

async function pressAll(ledger: Ledger, count: number): Promise<Subscriber[]> {
  const subscribers = await Promise.all(Array.from({ length: count }, () => createSubscriber(world)))
  for (const { sticker } of subscribers) await ledger.pressUntilAccepted(world.url, sticker.token)
  return subscribers
}

const killRedis = () => process.kill(redis.pid, 'SIGKILL')
const redisBack = async () => {
  redis = await startRedis(folder, Number(new URL(redis.url).port))
}
const allNotified = (subscribers: Subscriber[]) => {
  const phones = subscribers.flatMap(({ relatives }) => relatives)
  return until('every relative is notified', async () => (await notified(world, phones)).none === 0)
}

faultRow(
  {
    row: 13,
    fault: 'Redis flushed with all jobs in it, then killed, then away',
    promised: 'alerts are on the screens at once, and every relative is notified afterwards, once',
  },
  async () => {
    const ledger = new Ledger()
    const flushed = await pressAll(ledger, 4)
    // The relay has handed everything over, and no worker has begun.
    const log = createLog('test', 'silent')
    const queues = new Map(QUEUES.map((name) => [name, openQueue(world.config, log, name)]))
    while ((await publishOutbox(world.db, queues)) > 0);
    await Promise.all([...queues.values()].map((queue) => queue.close()))
    const client = new Redis(redis.url)
    expect(await client.dbsize()).toBeGreaterThan(0)
    await client.flushall()
    client.disconnect()
    await startWorker()
    killRedis()
    const away = await pressAll(ledger, 4)
    await until('all are on the screen while Redis is away', () => ledger.missingOn(screen).length === 0)
    await redisBack()
    const subscribers = [...flushed, ...away]
    await allNotified(subscribers).catch(() => {})
    const phones = subscribers.flatMap(({ relatives }) => relatives)
    const { none, doubles } = await notified(world, phones)
    const alive = workers.every((worker) => worker.alive())
    return {
      happened: `${ledger.ids().length} alerts, ${phones.length - none} of ${phones.length} relatives notified, worker ${alive ? 'alive' : 'gone'}`,
      acknowledged: ledger.ids().length,
      lost: none + ledger.rejections + (alive ? 0 : 1),
      doubles,
    }
  },
)

const OUTAGE_SECONDS = ROUNDS > 1 ? 60 : 3

faultRow(
  {
    row: 14,
    fault: `Redis away for ${OUTAGE_SECONDS} s`,
    promised: 'no press notices; messages move within seconds of its return',
  },
  async () => {
    if (workers.length === 0) await startWorker()
    const ledger = new Ledger()
    const before = await pressAll(ledger, 1)
    await allNotified(before)
    killRedis()
    const during = await pressAll(ledger, 3)
    // The length of the outage is the fault.
    await wait(OUTAGE_SECONDS * 1_000)
    await redisBack()
    const begin = performance.now()
    await allNotified(during).catch(() => {})
    const phones = [...before, ...during].flatMap(({ relatives }) => relatives)
    const { none, doubles } = await notified(world, phones)
    return {
      happened: `all notified ${((performance.now() - begin) / 1000).toFixed(1)} s after its return`,
      acknowledged: ledger.ids().length,
      lost: none + ledger.rejections,
      doubles,
    }
  },
)

faultRow(
  {
    row: 14,
    fault: 'Redis goes away for 1.5 s while a queue of the worker begins',
    promised: 'the worker ends, is started again, and messages move',
  },
  async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill()))
    const port = await freePort()
    const links = new Set<net.Socket>()
    let away: Promise<void> | undefined
    // In front of Redis, and rejecting connections while it is away.
    const front = net.createServer((client) => {
      const behind = net.connect(Number(new URL(redis.url).port), '127.0.0.1')
      let asked = 0
      client.on('data', (piece) => {
        // The client asks INFO when it connects; the library asks once more, and gets no answer.
        if (piece.includes('\r\ninfo\r\n') && ++asked === 2 && !away) away = goAway()
        else behind.write(piece)
      })
      behind.pipe(client)
      for (const socket of [client, behind]) {
        links.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => [client, behind].forEach((each) => each.destroy()))
      }
    })
    const goAway = async () => {
      front.close()
      for (const socket of links) socket.destroy()
      await wait(1_500)
      front.listen(port, '127.0.0.1')
    }
    front.listen(port, '127.0.0.1')
    try {
      const start = () => startProcess('worker', { ...world.environment, REDIS_URL: `redis://127.0.0.1:${port}` })
      const ended = await start().then((worker) => void workers.push(worker), String)
      // As who supervises it does.
      if (ended) workers.push(await start())
      expect(away).toBeDefined()
      const ledger = new Ledger()
      const subscribers = await pressAll(ledger, 2)
      await allNotified(subscribers).catch(() => {})
      const phones = subscribers.flatMap(({ relatives }) => relatives)
      const { none, doubles } = await notified(world, phones)
      return { happened: ended ?? 'it went on', acknowledged: 2, lost: none + ledger.rejections, doubles }
    } finally {
      await Promise.all(workers.splice(0).map((worker) => worker.kill()))
      for (const socket of links) socket.destroy()
      front.close()
    }
  },
)
