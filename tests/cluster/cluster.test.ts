import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDatabase } from '../../scripts/seed-database.ts'
import { createInstallation, type Installation } from '../containers/engine.ts'
import { until } from '../harness/until.ts'
import { Bystanders } from './bystanders.ts'
import { Members } from './members.ts'
import { HEAD, NOTHING, openConsoles, type Outcome, outcomeOf } from './outcome.ts'
import { postgresImage } from './postgres-image.ts'

// One installation of deploy/cluster; each fault begins when the one before is healed.

const PRESSES_A_SECOND = 20
const CONSOLES = 50

let tvarit: Installation
let members: Members
let database: pg.Pool
let stickers: string[] = []
const table: string[] = []

beforeAll(async () => {
  tvarit = await createInstallation({
    over: ['deploy/cluster/docker-compose.yml', 'tests/cluster/load.yml'],
    built: ['postgres-1', 'postgres-2', 'etcd-1', 'etcd-2', 'etcd-3', 'pgbouncer'],
    settings: { INSIDE_NETWORK: '172.31.90', POSTGRES_IMAGE: postgresImage() },
  })
  members = new Members(tvarit)
  await tvarit.compose('build')
  const up = () => tvarit.compose('up', '--detach', '--wait', '--no-recreate')
  // A busy machine finds a server unhealthy that is only slow; the next look finds it healthy.
  await up().catch(up).catch(up)
  await until('the proxy has found a server', async () => (await fetch(`${tvarit.url}/readyz`)).status === 200)
  await members.whole()
  const [host, password] = [await members.address('database'), tvarit.setting('POSTGRES_PASSWORD')]
  database = new pg.Pool({ host, user: 'tvarit', password, database: 'tvarit', max: 2 })
  database.on('error', () => {})
  const client = await database.connect()
  await seedDatabase(client, { subscribers: 6_000, coupons: 24_000, seed: 1, say: () => {} })
  client.release(true)
  const { rows } = await database.query<{ token: string }>('select token from coupons order by md5(token)')
  stickers = rows.map(({ token }) => token)
})

afterAll(async () => {
  console.log(['', ...HEAD, ...table, ''].join('\n'))
  await database?.end()
  await tvarit?.remove()
})

/** Presses and consoles while `work` breaks and heals something. Adds a line to the table. */
async function under(fault: string, work: () => Promise<unknown>): Promise<Outcome> {
  await database.query(`update alerts set status = 'REJECTED', closed_at = now() where status = 'PENDING'`)
  const consoles = await openConsoles(tvarit, CONSOLES)
  const bystanders = new Bystanders(
    tvarit.url,
    () => stickers.pop() ?? expect.fail('no sticker is left'),
    PRESSES_A_SECOND,
  )
  await wait(5_000)
  try {
    await work()
    await wait(5_000)
  } finally {
    await bystanders.stop()
  }
  const { outcome, line } = await outcomeOf(fault, database, consoles, bystanders)
  table.push(line)
  console.log(line)
  return outcome
}

/** What is judged where no press should notice: rejections only if the machine had none without a fault. */
let unnoticed: Partial<Outcome> = NOTHING

test('the pooler carries the product, and what listens goes past it', async () => {
  const ask =
    'PGPASSWORD=$0 exec psql --host=127.0.0.1 --port=6432 --username=tvarit_app -At -c "show clients" pgbouncer'
  const password = tvarit.setting('POSTGRES_APP_PASSWORD')
  const clients = await tvarit.compose('exec', '-T', 'pgbouncer', 'sh', '-c', ask, password)
  const names = new Set(clients.match(/tvarit-[a-z-]+/g))
  expect([names.has('tvarit-live-reader'), names.has('tvarit-live')]).toEqual([true, false])
  const { rows } = await database.query(`select from pg_stat_activity where application_name = 'tvarit-live'`)
  expect(rows).toHaveLength(2)
})

test('servers and workers reach neither etcd nor the members of PostgreSQL', async () => {
  const addresses = await Promise.all(['postgres-1', 'postgres-2', 'etcd-1'].map((name) => members.address(name)))
  const ports = addresses.flatMap((host) => [5432, 8008, 2379].map((port) => ({ host, port })))
  const program = `for (const to of ${JSON.stringify(ports)}) {
    const socket = require('net').connect({ ...to, timeout: 2000 })
    socket.on('connect', () => console.log(to)).on('error', () => {}).on('timeout', () => socket.destroy())
  }`
  for (const service of ['server', 'worker'])
    expect([service, await tvarit.compose('exec', '-T', service, 'node', '-e', program)]).toEqual([service, ''])
})

test('the settings of PostgreSQL are changed with a password only', async () => {
  const address = await members.address(await members.primary())
  const change = { method: 'PATCH', body: '{"ttl":30}' }
  expect((await fetch(`http://${address}:8008/config`, change)).status).toBe(401)
})

test('nothing breaks: nothing is lost', async () => {
  const outcome = await under('none', () => wait(20_000))
  expect(outcome).toMatchObject(NOTHING)
  if (outcome.rejected + outcome.failed === 0) unnoticed = { ...NOTHING, rejected: 0, failed: 0 }
})

test('the primary is killed: the standby takes over, nothing acknowledged is lost', async () => {
  const outcome = await under('primary killed (its whole container)', async () => {
    const primary = await members.primary()
    const start = await members.kill(primary)
    await members.takenOver(primary)
    await wait(5_000)
    await start()
    await members.whole()
  })
  expect(outcome).toMatchObject(NOTHING)
})

test('a primary that returns from a network partition does not run beside the new one', async () => {
  const outcome = await under('primary cut off from the network, and back', async () => {
    const primary = await members.primary()
    const join = await members.cut(primary)
    await members.takenOver(primary)
    await wait(10_000)
    await join()
    await members.whole()
  })
  expect(outcome).toMatchObject(NOTHING)
})

test('the standby is killed: the primary goes on without it', async () => {
  const outcome = await under('standby killed', async () => {
    const start = await members.kill(await members.standby())
    await wait(20_000)
    await start()
    await members.whole()
  })
  expect(outcome).toMatchObject(NOTHING)
})

test('one of three etcd is killed: no press notices', async () => {
  const outcome = await under('one of three etcd killed, back after 20 s', async () => {
    const start = await members.kill('etcd-1')
    await wait(20_000)
    await start()
  })
  expect(outcome).toMatchObject(unnoticed)
})

test('the master of Redis is killed: presses go on, messages go on with the replica', async () => {
  const outcome = await under('Redis master killed', async () => {
    const master = await members.redisMaster()
    const start = await members.kill(master)
    await until('a sentinel names another master', async () => (await members.redisMaster()) !== master)
    await wait(10_000)
    await start()
  })
  expect(outcome).toMatchObject(unnoticed)
})

test('the object store is away for a minute: no press notices', async () => {
  const outcome = await under('object store away for a minute', async () => {
    const join = await members.cut('storage')
    await wait(60_000)
    await join()
  })
  expect(outcome).toMatchObject(unnoticed)
})

test('the network of a server is cut for 30 s: the other one takes its presses and consoles', async () => {
  const outcome = await under('network of one of two servers cut for 30 s', async () => {
    const join = await members.cut('server')
    await wait(30_000)
    await join()
  })
  expect(outcome).toMatchObject(NOTHING)
})

test('all workers are killed: presses go on, relatives are notified when workers are back', async () => {
  const outcome = await under('all workers killed, back after 15 s', async () => {
    const starts = [await members.kill('worker'), await members.kill('bulk-worker')]
    await wait(15_000)
    for (const start of starts) await start()
  })
  expect(outcome).toMatchObject(unnoticed)
})

test('a second version with a migration is rolled out: no press is rejected', async () => {
  const outcome = await under('second version with a migration rolled out', async () => {
    tvarit.nextVersion('tests/cluster/second-version/docker-compose.yml')
    await tvarit.command('sh', 'deploy/roll-out.sh')
  })
  await database.query('select second_version from alerts limit 1')
  expect(outcome).toMatchObject(unnoticed)
})

// Last: consoles and servers have seen changes that the database has lost.
test('without synchronous_mode the same loses acknowledged alerts: the test would notice', async () => {
  await members.configure({ synchronous_mode: false, maximum_lag_on_failover: 100_000_000 })
  await members.whole('replica')
  const outcome = await under('asynchronous standby, 5 s behind when the primary is killed', async () => {
    const primary = await members.primary()
    const join = await members.cut(await members.standby())
    await wait(5_000)
    await members.kill(primary)
    await join()
    await members.takenOver(primary)
  })
  expect(outcome.lost).toBeGreaterThan(0)
})
