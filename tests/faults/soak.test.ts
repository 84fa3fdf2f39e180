import v8 from 'node:v8'
import vm from 'node:vm'
import { expect } from 'vitest'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { Ledger } from '../harness/ledger.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { createWorld } from '../harness/world.ts'
import { LightScreen } from '../harness/light-screen.ts'

/** Rounds of the short form; the long one goes on for minutes. */
const LEAST_ROUNDS = 8
const MINUTES = ROUNDS > 1 ? Number(process.env.FAULT_SOAK_MINUTES ?? 10) : 0
const WARM_UP = 3
const MOST_GROWTH_MB = 20

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc') as () => void

faultRow(
  {
    row: 30,
    fault: 'load for long: presses, and screens that come and go',
    promised: 'memory, timers, sockets, listeners and the table of jobs stay as they are',
    within_ms: 120_000 + MINUTES * 60_000 * 1.5,
  },
  async () => {
    const world = await createWorld({ settings: { TRUST_PROXY: '1' } })
    const staff = await createPerson(world, 'staff')
    const ledger = new Ledger()
    const until_ms = Date.now() + MINUTES * 60_000
    const marks: { heap_mb: number; resources: Record<string, number> }[] = []
    try {
      for (let round = 0; round < LEAST_ROUNDS || Date.now() < until_ms; round++) {
        const screens = Array.from({ length: 10 }, () => openScreen(world.url, staff.access))
        // And as many that will leave without a word.
        const rude = Array.from(
          { length: 10 },
          () => new LightScreen({ urls: [world.url], token: staff.access, on_message: () => {} }),
        )
        await until('all are there', () => world.server!.ctx.live.size() === 20)
        const subscribers = await Promise.all(Array.from({ length: 20 }, () => createSubscriber(world)))
        await Promise.all(subscribers.map(({ sticker }) => ledger.pressUntilAccepted(world.url, sticker.token)))
        const last = ledger.ids().slice(-20)
        await until('every screen has the alerts', () =>
          screens.every((screen) => last.every((id) => screen.alertIds().has(id))),
        )
        await Promise.all(screens.map((screen) => screen.close()))
        for (const screen of rude) screen.close()
        await until('all have left', () => world.server!.ctx.live.size() === 0)
        await world.pool.query(`update alerts set status = 'ATTENDED' where status = 'PENDING'`)
        await until('messages are sent', async () => {
          const { rows } = await world.pool.query(
            `select 1 from messages where state in ('pending', 'sending')
             union all select 1 from outbox where published_at is null limit 1`,
          )
          return rows.length === 0
        })
        collect()
        marks.push({ heap_mb: process.memoryUsage().heapUsed / 1e6, resources: resources() })
      }
      const [first, last] = [marks[WARM_UP]!, marks.at(-1)!]
      const growth = last.heap_mb - first.heap_mb
      const jobs = await world.pool.query<{ n: number }>('select count(*)::int as n from bullmq.job')
      expect(growth).toBeLessThan(MOST_GROWTH_MB)
      // Idle connections come and go with keep-alive; what leaks would grow by twenty a round.
      for (const [name, count] of Object.entries(last.resources)) {
        expect({ name, grew: count - (first.resources[name] ?? 0) < 20 }).toEqual({ name, grew: true })
      }
      expect(jobs.rows[0]!.n).toBeLessThan(50)
      const { lost, doubles } = await ledger.compare(world)
      return {
        happened: `${marks.length} rounds in ${MINUTES || 'less than 1'} min, heap ${growth >= 0 ? '+' : ''}${growth.toFixed(1)} MB, ${jobs.rows[0]!.n} jobs kept`,
        acknowledged: ledger.ids().length,
        lost,
        doubles,
      }
    } finally {
      await world.stop()
    }
  },
)

/** What keeps this process busy, by kind: timers, sockets, requests. */
function resources(): Record<string, number> {
  const kinds = Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind)
  return Object.fromEntries([...kinds].map(([kind, all]) => [kind, all.length]))
}
