import { randomUUID } from 'node:crypto'
import { migrateToLatest } from '@tvarit/migrations/migrate'
import { type RunningServer, startServer } from '@tvarit/server/app'
import { createLog } from '@tvarit/shared/platform/log'
import { freePort } from '@tvarit/shared/platform/free-port'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { Ledger } from '../harness/ledger.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { startProcess } from '../harness/processes.ts'
import { press } from '../harness/press.ts'
import { openScreen, type Screen } from '../harness/screen.ts'
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, impatient: true })
const staff = await createPerson(world, 'staff')
const admin = await createPerson(world, 'admin')

const newSubscribers = (count: number) => Promise.all(Array.from({ length: count }, () => createSubscriber(world)))

/** Holds a lock in a transaction of its own until it is called back. */
async function hold(statement: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const client = await world.pool.connect()
  await client.query('begin')
  await client.query(statement, values)
  return async () => {
    await client.query('commit')
    client.release()
  }
}

const waitingForLocks = async (name: string) =>
  (
    await world.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = $1
        and wait_event_type = 'Lock'`,
      [name],
    )
  ).rows.length

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
    await until('the screen is live', () => screen.events.length > 0)
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
        const release = await hold('select 1 from coupons where id = any($1) for update', [
          subscribers.map(({ sticker }) => sticker.id),
        ])
        const presses = subscribers.map(({ sticker }) => ledger.pressUntilAccepted(url, sticker.token))
        await until('transactions are open', async () => (await waitingForLocks('tvarit-alerts')) >= 6)
        await world.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name <> 'test'`)
        await release()
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
        happened: `${rounds} times all connections ended, ${ledger.refusals} presses sent again, ${exited} processes exited`,
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
      const refused = ledger.refusals
      const cut = press(6)
      await until('presses are refused', () => ledger.refusals > refused + 3)
      proxy.target = target
      proxy.delay_ms = 0
      await cut
      await until('all are on the screen', () => ledger.missingOn(screen).length === 0).catch(() => {})
      const { lost, doubles } = await ledger.compare(world)
      return {
        happened: `${ledger.refusals} presses sent again, ${ledger.missingOn(screen).length} missing on the screen`,
        acknowledged: ledger.ids().length,
        lost: lost + ledger.missingOn(screen).length,
        doubles,
      }
    }),
)

faultRow(
  {
    row: 21,
    fault: 'every connection of the office pool is busy',
    promised: 'presses are accepted at once; the others are told to try again, soon',
  },
  async () => {
    const subscribers = await newSubscribers(20)
    const release = await hold('lock table creator_coupons in access exclusive mode')
    try {
      const look = () => fetch(`${world.url}/api/creator-coupons/`, { headers: admin.headers })
      const stuck = Array.from({ length: 15 }, () => look().catch(() => null))
      await until('all connections wait', async () => (await waitingForLocks('tvarit-server')) >= 15)
      const ledger = new Ledger()
      const others = Array.from({ length: 5 }, async () => {
        const begin = performance.now()
        const { status } = await fetch(`${world.url}/api/dashboard/`, { headers: staff.headers })
        return { status, seconds: (performance.now() - begin) / 1000 }
      })
      await Promise.all(subscribers.map(({ sticker }) => ledger.pressUntilAccepted(world.url, sticker.token)))
      const refused = ledger.refusals
      const answers = await Promise.all(others)
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
      const slowest = Math.max(...answers.map(({ seconds }) => seconds))
      await release()
      await Promise.all(stuck)
      const { lost, doubles } = await ledger.compare(world)
      return {
        happened: `20 presses accepted, ${refused} of them not at once; 5 others got 503 after at most ${slowest.toFixed(1)} s`,
        acknowledged: 20,
        lost: lost + refused,
        doubles,
      }
    } catch (error) {
      await release()
      throw error
    }
  },
)

faultRow(
  {
    row: 32,
    fault: "the office holds the rows of open alerts, and every connection of the alert's pool is busy",
    promised:
      'no report waits for the office to be done: each is kept and answered, on its alert or on one more that rings',
  },
  async () => {
    const subscribers = await newSubscribers(20)
    const held = subscribers.slice(0, 10)
    const open = await Promise.all(held.map(({ sticker }) => press(world.url, sticker.token)))
    const ids = open.map(({ id }) => id)
    const release = await hold('select from alerts where id = any($1) for update', [ids])
    try {
      const ledger = new Ledger()
      const accept = async ({ sticker }: (typeof subscribers)[number]) => {
        const begin = performance.now()
        const scan_id = randomUUID()
        const { http, id } = await press(world.url, sticker.token, { scan_id })
        if (http === 201) ledger.note(scan_id, id)
        else ledger.refusals += 1
        return (performance.now() - begin) / 1000
      }
      const onHeld = held.map(accept)
      await until('all connections wait', async () => (await waitingForLocks('tvarit-alerts')) >= 6)
      const seconds = await Promise.all([...onHeld, ...subscribers.slice(10).map(accept)])
      const beside = ledger.ids().filter((id) => !ids.includes(id)).length
      const { lost, doubles } = await ledger.compare(world)
      return {
        happened: `10 presses on held alerts and 10 others accepted, the slowest after ${Math.max(...seconds).toFixed(1)} s, ${ledger.refusals} of them refused; ${beside} alerts beside the held ones`,
        acknowledged: 20,
        lost: lost + ledger.refusals,
        doubles,
      }
    } finally {
      await release()
    }
  },
)

faultRow(
  {
    row: 24,
    fault: 'a migration wants a table that somebody reads for long, under presses',
    promised: 'presses go on meanwhile; the migration comes through when the reader is done',
  },
  async () => {
    const release = await hold('select count(*) from alerts')
    const ledger = new Ledger()
    const more = {
      '9999-fault': {
        up: async (db: typeof world.db) => void (await sql`alter table alerts add column fault_probe text`.execute(db)),
      },
    }
    const migrated = migrateToLatest(world.db as never, more)
    migrated.catch(() => {})
    await until('the migration waits for its lock', async () => (await waitingForLocks('test')) > 0)
    const presses = Promise.all(
      (await newSubscribers(10 * ROUNDS)).map(({ sticker }) => ledger.pressUntilAccepted(world.url, sticker.token)),
    )
    try {
      const all = () => ledger.ids().length >= 10 * ROUNDS
      await until('presses are accepted although the reader reads on', all)
    } finally {
      await release()
    }
    await presses
    expect(await migrated).toEqual(['9999-fault'])
    const { lost, doubles } = await ledger.compare(world)
    return {
      happened: `${ledger.ids().length} presses accepted while the migration waited, ${ledger.refusals} sent again`,
      acknowledged: ledger.ids().length,
      lost: lost + ledger.refusals,
      doubles,
    }
  },
)

faultRow(
  {
    row: 17,
    fault: 'the disk of the database is full (every insert of an alert fails with its error)',
    promised: 'a clear 503 that says to try again, reading goes on, and the same press succeeds when there is room',
  },
  async () => {
    await world.pool.query(`create function no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    await world.pool.query('create trigger no_room before insert on alerts for each row execute function no_room()')
    const ledger = new Ledger()
    const [subscriber] = await newSubscribers(1)
    const waiting = ledger.pressUntilAccepted(world.url, subscriber!.sticker.token)
    const refused = await fetch(`${world.url}/api/scan/${subscriber!.sticker.token}/alerts/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scan_id: randomUUID() }),
    })
    const page = await fetch(`${world.url}/s/${subscriber!.sticker.token}`, {
      method: 'POST',
      body: new URLSearchParams({ scan_id: randomUUID() }),
    })
    expect([refused.status, page.status]).toEqual([503, 503])
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await page.text()).toContain('tel:112')
    expect((await fetch(`${world.url}/api/qr/alerts/`, { headers: staff.headers })).status).toBe(200)
    await world.pool.query('drop trigger no_room on alerts')
    await waiting
    const { lost, doubles } = await ledger.compare(world)
    return { happened: `${ledger.refusals} refusals, then accepted`, acknowledged: 1, lost, doubles }
  },
)
