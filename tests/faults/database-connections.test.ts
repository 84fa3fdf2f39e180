import { type RunningServer, startServer } from '@tvarit/server/app'
import { createLog } from '@tvarit/shared/platform/log/log'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { expect } from 'vitest'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { Ledger } from '../harness/ledger.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { startProcess } from '../harness/processes.ts'
import { isLive, openScreen, type Screen } from '../harness/screen.ts'
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, impatient: true })
const staff = await createPerson(world, 'staff')

const newSubscribers = (count: number) => Promise.all(Array.from({ length: count }, () => createSubscriber(world)))

interface BehindProxy {
  proxy: TcpProxy
  server: RunningServer
  screen: Screen
}

/** A server that reaches its database through a proxy that can be slow, deaf or cut, and a live screen on it. */
async function behindProxy<T>(work: (here: BehindProxy) => Promise<T>): Promise<T> {
  const proxy = await startTcpProxy(Number(new URL(world.config.DATABASE_URL).port))
  const database = proxy.through(world.config.DATABASE_URL)
  const config = { ...world.config, DATABASE_URL: database, DATABASE_SESSION_URL: database, PORT: await freePort() }
  const server = await startServer(config, createLog('test', 'silent'), { without_web: true })
  const screen = openScreen(server.url, staff.access)
  try {
    await isLive(screen)
    return await work({ proxy, server, screen })
  } finally {
    await screen.close()
    await server.stop()
    await proxy.close()
  }
}

faultRow(
  {
    row: 5,
    fault: 'every database connection ended (pg_terminate_backend), also in the middle of transactions',
    promised: 'no process exits, the pools are whole again, every press is accepted in the end',
  },
  async () => {
    const port = String(await freePort())
    const url = `http://127.0.0.1:${port}`
    const server = await startProcess('server', { ...world.environment, PORT: port, PUBLIC_URL: url })
    const worker = await startProcess('worker', world.environment)
    try {
      const ledger = new Ledger()
      const rounds = 3 * ROUNDS
      for (let round = 0; round < rounds; round++) {
        const subscribers = await newSubscribers(6)
        await using locks = await holdLocks(world.pool, 'select 1 from coupons where id = any($1) for update', [
          subscribers.map(({ sticker }) => sticker.id),
        ])
        const presses = subscribers.map(({ sticker }) => ledger.pressUntilAccepted(url, sticker.token))
        await until('transactions are open', async () => (await locks.waiting()) >= 6)
        await world.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name <> 'test'`)
        await locks.release()
        await Promise.all(presses)
      }
      // A connection that leaked would be missing now: the pool of the presses has six.
      const last = await newSubscribers(12)
      await Promise.all(last.map(({ sticker }) => ledger.pressUntilAccepted(url, sticker.token)))
      const { rows } = await world.pool.query(`select 1 from pg_stat_activity
        where datname = current_database() and application_name = 'tvarit-alerts' and state = 'idle in transaction'`)
      expect(rows).toEqual([])
      const { lost, doubles } = await ledger.compare(world)
      const exited = [server, worker].filter((each) => !each.alive()).length
      return {
        happened: `${rounds} times all connections ended, ${ledger.rejections} presses sent again, ${exited} processes exited`,
        acknowledged: ledger.ids().length,
        lost: lost + exited,
        doubles,
      }
    } finally {
      await Promise.all([server.kill(), worker.kill()])
    }
  },
)

faultRow(
  {
    row: 6,
    fault: 'the LISTEN connection goes silent without closing',
    promised: 'alerts come by the look each second, and the dead connection is replaced within 10 s',
  },
  () =>
    behindProxy(async ({ proxy, server, screen }) => {
      const listening = () => [...proxy.links].filter(({ begin }) => /tvarit-live\0/.test(begin))
      const silent = await until('it listens', () => listening()[0])
      silent.hold()
      const ledger = new Ledger()
      const took: number[] = []
      let late = 0
      for (const { sticker } of await newSubscribers(3)) {
        const id = await ledger.pressUntilAccepted(server.url, sticker.token)
        const begin = performance.now()
        await until('the alert is on the screen', () => screen.alertIds().has(id), 8_000).catch(() => (late += 1))
        took.push(Math.round(performance.now() - begin))
      }
      await until('another connection listens', () => listening().some((link) => link !== silent))
      const { lost, doubles } = await ledger.compare(world)
      return {
        happened: `alerts were on the screen after ${took.join(', ')} ms, then a new connection listened`,
        acknowledged: 3,
        lost: lost + late,
        doubles,
      }
    }),
)

faultRow(
  {
    row: 6,
    fault: 'network between server and database slow (80 ms each way), then cut and back',
    promised: 'every press is accepted in the end and on the screen',
  },
  () =>
    behindProxy(async ({ proxy, server, screen }) => {
      proxy.delay_ms = 80
      const ledger = new Ledger()
      const press = async (count: number) =>
        Promise.all(
          (await newSubscribers(count)).map(({ sticker }) => ledger.pressUntilAccepted(server.url, sticker.token)),
        )
      await press(6)
      const target = proxy.target
      proxy.target = null
      for (const link of proxy.links) link.cut()
      const rejected = ledger.rejections
      const cut = press(6)
      await until('presses are rejected', () => ledger.rejections > rejected + 3)
      proxy.target = target
      proxy.delay_ms = 0
      await cut
      await until('all are on the screen', () => ledger.missingOn(screen).length === 0).catch(() => {})
      const { lost, doubles } = await ledger.compare(world)
      return {
        happened: `${ledger.rejections} presses sent again, ${ledger.missingOn(screen).length} missing on the screen`,
        acknowledged: ledger.ids().length,
        lost: lost + ledger.missingOn(screen).length,
        doubles,
      }
    }),
)
