import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { call } from '../harness/api.ts'
import { couponsOf } from '../harness/bulk-jobs.ts'
import { type BulkWorkers, bulkWorkers } from '../harness/bulk-workers.ts'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { createPerson } from '../harness/people.ts'
import { seeded } from '../harness/seeded.ts'
import { startedBy } from '../harness/started-by.ts'
import { until } from '../harness/until.ts'

vi.setConfig({ testTimeout: 180_000 })

// Workers die in the middle of making coupons. Promise: every job has exactly its count of coupons, never fewer, more or
// others, and COMPLETED means that its whole ZIP is stored.

/** Lets the database note who completes a job. */
async function noteWhoMakes({ world }: BulkWorkers): Promise<void> {
  await world.pool.query('create table made (job bigint, worker text)')
  await world.pool.query(`create function note() returns trigger language plpgsql security definer as $$ begin
    insert into made values (new.id, current_setting('application_name')); return new; end $$`)
  await world.pool.query(`create trigger note after update on bulk_jobs for each row
    when (old.status = 'PROCESSING' and new.status = 'COMPLETED') execute function note()`)
}

const whoMade = async ({ world }: BulkWorkers) =>
  (await world.pool.query<{ job: number; worker: string }>('select job, worker from made order by job')).rows

/** Makes the moment long in which coupons are inserted: nearly a second for some hundred of them. */
async function slowInserts({ world }: BulkWorkers): Promise<void> {
  await world.pool.query(`create function dawdle() returns trigger language plpgsql as $$ begin
    perform pg_sleep(0.0005); return new; end $$`)
  await world.pool.query('create trigger dawdle before insert on coupons for each row execute function dawdle()')
}

/** The worker that is inserting coupons right now. */
async function whoInserts({ world, workers }: BulkWorkers): Promise<string | undefined> {
  const { rows } = await world.pool.query<{ name: string }>(`select application_name as name from pg_stat_activity
    where datname = current_database() and state = 'active' and query like 'insert into coupons%'`)
  return rows.map(({ name }) => name).find((name) => workers.has(name))
}

/** A worker that has a packing process right now. */
const whoPacks = ({ workers }: BulkWorkers) => [...workers].find(([, { pid }]) => startedBy(pid).length > 0)?.[0]

/** When a worker is killed, and which; how it was in words. Each follows a new job of `count`. */
interface Moment {
  victim: string
  story: string
}

type Chance = (least: number, most: number) => number

const MOMENTS: Record<string, (at: BulkWorkers, chance: Chance) => Promise<Moment>> = {
  async atRandom({ workers }, chance) {
    const milliseconds = chance(0, 900)
    // Not for a condition: the moment itself is what chance decides.
    await wait(milliseconds)
    return { victim: [...workers.keys()][chance(0, workers.size)]!, story: `${milliseconds} ms after a new job` }
  },
  async inserting(at, chance) {
    const victim = await until('a worker inserts coupons', () => whoInserts(at))
    const milliseconds = chance(0, 200)
    await wait(milliseconds)
    return { victim, story: `${milliseconds} ms after it was seen inserting coupons` }
  },
  async packing(at, chance) {
    const victim = await until('a worker packs', () => whoPacks(at))
    const milliseconds = chance(0, 400)
    await wait(milliseconds)
    return { victim, story: `${milliseconds} ms after it was seen packing` }
  },
  async completed(at) {
    const before = (await whoMade(at)).map(({ job }) => job)
    const victim = await until(
      'a worker completes a job',
      async () =>
        (await whoMade(at)).find(({ job, worker }) => !before.includes(job) && at.workers.has(worker))?.worker,
    )
    return { victim, story: 'when it had just completed a job' }
  },
}

for (const redis of [false, true]) {
  faultRow(
    {
      row: 18,
      fault: `workers killed while they insert, pack and complete bulk jobs, queues on ${redis ? 'Redis' : 'PostgreSQL'}`,
      promised: 'every job is whole, made once, with exactly its coupons and a valid ZIP',
    },
    async () => {
      const seed = Math.floor(Math.random() * 0xffff_ffff)
      const random = seeded(seed)
      const chance: Chance = (least, most) => Math.floor(least + random() * (most - least))
      const kinds = Array.from({ length: ROUNDS }, () => ['atRandom', 'inserting', 'packing', 'completed'])
        .flat()
        .map((kind) => ({ kind, place: random() }))
        .toSorted((a, b) => a.place - b.place)
      await using at = await bulkWorkers({ redis })
      await noteWhoMakes(at)
      await slowInserts(at)
      await Promise.all([at.startWorker('worker 1'), at.startWorker('worker 2')])
      const counts = new Map<number, number>()
      const moments: string[] = []
      for (const [index, { kind }] of kinds.entries()) {
        const count = chance(400, 801)
        counts.set(await at.create(count), count)
        const { victim, story } = await MOMENTS[kind]!(at, chance)
        await at.killWorker(victim)
        const open = (await at.jobs()).filter(({ status }) => status === 'PROCESSING').length
        moments.push(`${victim} ${story} (${open} open)`)
        await at.startWorker(`worker ${index + 3}`)
      }
      const story = `seed ${seed}; killed ${moments.join('; ')}`
      await at.untilAllMade().catch(async (error: Error) => {
        const stuck = (await at.jobs()).map(
          ({ id, status, progress, count }) => `${id} ${status} ${progress} of ${count}`,
        )
        throw new Error(`${error.message}: ${stuck.join(', ')}. ${story}`, { cause: error })
      })
      expect({ story, problems: await at.problems(counts) }).toEqual({ story, problems: [] })
      const made = (await whoMade(at)).map(({ job }) => job)
      return {
        happened: `${kinds.length} kills, ${counts.size} jobs whole`,
        acknowledged: counts.size,
        lost: [...counts.keys()].filter((id) => !made.includes(id)).length,
        doubles: made.length - new Set(made).size,
      }
    },
  )
}

faultRow(
  {
    row: 19,
    fault: 'two clicks at once, the answer lost, the browser closed while the batch is made; another one is stopped',
    promised: 'one batch, completed all the same; of the stopped one nothing is left',
  },
  async () => {
    await using at = await bulkWorkers()
    await at.startWorker('worker')
    const ask = (request_id: string, count = 300, access = at.admin.access) =>
      call(at.world.url, '/api/qr/jobs/create/', { body: { request_id, count }, access })
    const request_id = randomUUID()
    const clicks = await Promise.all([ask(request_id), ask(request_id), ask(request_id)])
    const leaving = new AbortController()
    const left = fetch(`${at.world.url}/api/qr/jobs/create/`, {
      method: 'POST',
      headers: at.admin.headers,
      body: JSON.stringify({ request_id, count: 300 }),
      signal: leaving.signal,
    }).catch(() => null)
    leaving.abort()
    await left
    expect((await ask(request_id, 200)).status).toBe(409)
    expect((await ask(request_id, 300, (await createPerson(at.world, 'admin')).access)).status).toBe(409)
    await at.untilAllMade()
    const made = await at.jobs()
    const wrong = await at.problems(new Map(made.map(({ id }) => [id, 300])))
    const stopped = await at.create(5_000)
    await until('its coupons are there', async () => (await couponsOf(at.world, stopped)).length > 0)
    const asked = performance.now()
    const { body } = await call(at.world.url, `/api/qr/jobs/${stopped}/cancel/`, {
      body: {},
      access: at.admin.access,
    })
    const seconds = ((performance.now() - asked) / 1000).toFixed(1)
    if (body.status !== 'FAILED' || (await couponsOf(at.world, stopped)).length > 0)
      wrong.push('the stopped batch is not gone')
    expect(clicks.map(({ status }) => status)).toEqual([201, 201, 201])
    return {
      happened: `${clicks.length + 1} requests, ${made.length} batch; the other one stopped in ${seconds} s${wrong.map((each) => `, ${each}`).join('')}`,
      acknowledged: 1,
      lost: wrong.length,
      doubles: made.length - 1,
    }
  },
)

test('three workers share nine jobs: each makes some, none is made twice', async () => {
  await using at = await bulkWorkers()
  await noteWhoMakes(at)
  const names = ['first', 'second', 'third']
  await Promise.all(names.map(at.startWorker))
  const counts = new Map<number, number>()
  for (let index = 0; index < 9; index++) {
    const count = 400 + index
    counts.set(await at.create(count), count)
  }
  await at.untilAllMade()
  expect(await at.problems(counts)).toEqual([])
  const made = await whoMade(at)
  expect(made.map(({ job }) => job)).toEqual([...counts.keys()])
  // Each takes what it can; a starved one may get none.
  expect(new Set(made.map(({ worker }) => worker)).size).toBeGreaterThan(1)
})
