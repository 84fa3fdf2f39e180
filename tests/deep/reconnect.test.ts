import { startListener } from '@tvarit/shared/platform/process/listener'
import { sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

let world: World
const lines: { msg?: string; part?: string; failures?: number }[] = []
beforeAll(async () => {
  world = await createWorld({
    // Below that the failures of a part are counted, not written.
    settings: { LOG_LEVEL: 'debug' },
    log_to: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]),
  })
})
afterAll(() => world.stop())

const failuresOf = (loop: string, since: number) =>
  lines.slice(since).flatMap(({ msg, part, failures }) => (part === loop && msg === 'it failed' ? [failures!] : []))

test.each([
  ['live reader', 'tvarit-live', 'alert_events'],
  ['outbox relay', 'tvarit-relay', 'outbox'],
])(
  'what waits on a failed database (%s) retries as soon as its LISTEN connection is back',
  async (loop, name, table) => {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(world.ctx().db)
    const role = `"${rows[0]!.role}"`
    const begin = lines.length
    await world.pool.query(`revoke select on ${table} from ${role}`)
    try {
      await until('it has failed so often that it waits for seconds', () => failuresOf(loop, begin).some((n) => n >= 5))
      const since = lines.length
      await world.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = '${name}'`)
      // It counts again: nothing else than the connection says that there is hope.
      await until('it has begun anew', () => failuresOf(loop, since).includes(1))
    } finally {
      await world.pool.query(`grant select on ${table} to ${role}`)
    }
  },
)

test('a listener that is closed while it connects is closed', async () => {
  const { config, log } = world.ctx()
  for (let turns = 0; turns < 20; turns += 1) {
    const listener = startListener({
      url: config.DATABASE_SESSION_URL,
      channels: ['live'],
      name: 'tvarit-test',
      log,
      on_notify() {},
      on_connect() {},
    })
    for (let turn = 0; turn < turns * 20; turn += 1) await new Promise(setImmediate)
    await listener.close()
  }
})
