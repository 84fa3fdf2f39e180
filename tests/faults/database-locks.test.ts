import { randomUUID } from 'node:crypto'
import { migrateToLatest } from '@tvarit/migrations/migrate'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { Ledger } from '../harness/ledger.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, impatient: true })
const staff = await createPerson(world, 'staff')
const admin = await createPerson(world, 'admin')

const newSubscribers = (count: number) => Promise.all(Array.from({ length: count }, () => createSubscriber(world)))

faultRow(
  {
    row: 21,
    fault: 'every connection of the office pool is busy',
    promised: 'presses are accepted at once; the others are asked to try again, soon',
  },
  async () => {
    const subscribers = await newSubscribers(20)
    await using locks = await holdLocks(world.pool, 'lock table creator_coupons in access exclusive mode')
    const look = () => fetch(`${world.url}/api/creator-coupons/`, { headers: admin.headers })
    const stuck = Array.from({ length: 15 }, () => look().catch(() => null))
    await until('all connections wait', async () => (await locks.waiting()) >= 15)
    const ledger = new Ledger()
    const others = Array.from({ length: 5 }, async () => {
      const begin = performance.now()
      const { status } = await fetch(`${world.url}/api/dashboard/`, { headers: staff.headers })
      return { status, seconds: (performance.now() - begin) / 1000 }
    })
    await Promise.all(subscribers.map(({ sticker }) => ledger.pressUntilAccepted(world.url, sticker.token)))
    const rejected = ledger.rejections
    const answers = await Promise.all(others)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
    const slowest = Math.max(...answers.map(({ seconds }) => seconds))
    await locks.release()
    await Promise.all(stuck)
    const { lost, doubles } = await ledger.compare(world)
    return {
      happened: `20 presses accepted, ${rejected} of them not at once; 5 others got 503 after at most ${slowest.toFixed(1)} s`,
      acknowledged: 20,
      lost: lost + rejected,
      doubles,
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
    await using locks = await holdLocks(world.pool, 'select from alerts where id = any($1) for update', [ids])
    const ledger = new Ledger()
    const accept = async ({ sticker }: (typeof subscribers)[number]) => {
      const begin = performance.now()
      const scan_id = randomUUID()
      const { http, id } = await press(world.url, sticker.token, { scan_id })
      if (http === 201) ledger.note(scan_id, id)
      else ledger.rejections += 1
      return (performance.now() - begin) / 1000
    }
    const onHeld = held.map(accept)
    await until('all connections wait', async () => (await locks.waiting()) >= 6)
    const seconds = await Promise.all([...onHeld, ...subscribers.slice(10).map(accept)])
    const beside = ledger.ids().filter((id) => !ids.includes(id)).length
    const { lost, doubles } = await ledger.compare(world)
    return {
      happened: `10 presses on held alerts and 10 others accepted, the slowest after ${Math.max(...seconds).toFixed(1)} s, ${ledger.rejections} of them rejected; ${beside} alerts beside the held ones`,
      acknowledged: 20,
      lost: lost + ledger.rejections,
      doubles,
    }
  },
)

faultRow(
  {
    row: 24,
    fault: 'a migration wants a table that a long query reads, under presses',
    promised: 'presses go on meanwhile; the migration comes through when the reader is done',
  },
  async () => {
    await using locks = await holdLocks(world.pool, 'select count(*) from alerts')
    const ledger = new Ledger()
    const more = {
      '9999-fault': {
        up: async (db: typeof world.db) => void (await sql`alter table alerts add column fault_probe text`.execute(db)),
      },
    }
    const migrated = migrateToLatest(world.db as never, more)
    migrated.catch(() => {})
    await until('the migration waits for its lock', async () => (await locks.waiting()) > 0)
    const presses = Promise.all(
      (await newSubscribers(10 * ROUNDS)).map(({ sticker }) => ledger.pressUntilAccepted(world.url, sticker.token)),
    )
    const all = () => ledger.ids().length >= 10 * ROUNDS
    await until('presses are accepted although the reader reads on', all)
    await locks.release()
    await presses
    expect(await migrated).toEqual(['9999-fault'])
    const { lost, doubles } = await ledger.compare(world)
    return {
      happened: `${ledger.ids().length} presses accepted while the migration waited, ${ledger.rejections} sent again`,
      acknowledged: ledger.ids().length,
      lost: lost + ledger.rejections,
      doubles,
    }
  },
)
