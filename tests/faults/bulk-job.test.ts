import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { PACKED_PREFIX } from '@tvarit/shared/domain/stickers/bulk-jobs/make-bulk-coupons'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '../harness/api.ts'
import { filesKept } from '../harness/chain.ts'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { Ledger } from '../harness/ledger.ts'
import { createPerson, createSubscriber, type Person } from '../harness/people.ts'
import { type Process, startProcess } from '../harness/processes.ts'
import { seeded } from '../harness/seeded.ts'
import { startedBy } from '../harness/started-by.ts'
import { until } from '../harness/until.ts'
import { unzip } from '../harness/unzip.ts'
import { createWorld, type World } from '../harness/world.ts'

vi.setConfig({ testTimeout: 180_000 })

// Workers die in the middle of making coupons. Promise: every job has exactly its count of coupons, never fewer, more or
// others, and COMPLETED means that its whole ZIP is stored.

let world: World
let admin: Person
/** The running workers by name. */
const workers = new Map<string, Process>()

afterEach(async () => {
  await Promise.all([...workers.values()].map((each) => each.kill()))
  workers.clear()
  await world.stop()
})

async function begin(redis: boolean): Promise<void> {
  world = await createWorld({ redis, worker: false, settings: { TRUST_PROXY: '1' } })
  admin = await createPerson(world, 'admin')
}

/** Starts a worker whose connections say its name, so that the database knows who does what. */
async function startWorker(name: string): Promise<void> {
  const url = new URL(world.config.DATABASE_URL)
  url.searchParams.set('application_name', name)
  workers.set(name, await startProcess('worker', { ...world.environment, DATABASE_URL: url.href }))
}

async function killWorker(name: string): Promise<void> {
  const worker = workers.get(name)!
  workers.delete(name)
  await worker.kill()
}

/** Lets the database note who completes a job. */
async function noteWhoMakes(): Promise<void> {
  await world.pool.query('create table made (job bigint, worker text)')
  await world.pool.query(`create function note() returns trigger language plpgsql security definer as $$ begin
    insert into made values (new.id, current_setting('application_name')); return new; end $$`)
  await world.pool.query(`create trigger note after update on bulk_jobs for each row
    when (old.status = 'PROCESSING' and new.status = 'COMPLETED') execute function note()`)
}

const whoMade = async () =>
  (await world.pool.query<{ job: number; worker: string }>('select job, worker from made order by job')).rows

/** Makes the moment long in which coupons are inserted: nearly a second for some hundred of them. */
async function slowInserts(): Promise<void> {
  await world.pool.query(`create function dawdle() returns trigger language plpgsql as $$ begin
    perform pg_sleep(0.0005); return new; end $$`)
  await world.pool.query('create trigger dawdle before insert on coupons for each row execute function dawdle()')
}

/** The worker that is inserting coupons right now. */
async function whoInserts(): Promise<string | undefined> {
  const { rows } = await world.pool.query<{ name: string }>(`select application_name as name from pg_stat_activity
    where datname = current_database() and state = 'active' and query like 'insert into coupons%'`)
  return rows.map(({ name }) => name).find((name) => workers.has(name))
}

/** A worker that has a packing process right now. */
const whoPacks = () => [...workers].find(([, { pid }]) => startedBy(pid).length > 0)?.[0]

async function create(count: number): Promise<number> {
  const answer = await call(world.url, '/api/qr/jobs/create/', { body: { count }, access: admin.access })
  expect(answer.status).toBe(201)
  return Number(answer.body.id)
}

const jobs = () => world.db.selectFrom('bulk_jobs').selectAll().orderBy('id').execute()
const couponsOf = (id: number) =>
  world.db.selectFrom('coupons').selectAll().where('bulk_job_id', '=', id).orderBy('id').execute()

const untilAllMade = () =>
  until('every job is completed', async () => (await jobs()).every(({ status }) => status === 'COMPLETED'))

/** What is wrong with the jobs; empty when nothing is. */
async function problems(counts: Map<number, number>): Promise<string[]> {
  const wrong: string[] = []
  const codes = new Set<string>()
  let total = 0
  for (const { id, status, count, progress, file, file_bytes } of await jobs()) {
    const coupons = await couponsOf(id)
    for (const { serial_number, coupon_code, token } of coupons) {
      for (const code of [serial_number, coupon_code, token]) codes.add(code)
    }
    total += coupons.length
    if (status !== 'COMPLETED' || count !== counts.get(id) || progress !== count) wrong.push(`job ${id} is ${status}`)
    if (coupons.length !== count) wrong.push(`job ${id} of ${count} has ${coupons.length} coupons`)
    const zip = await world
      .ctx()
      .storage.read(file!)
      .catch(() => null)
    if (!zip) {
      wrong.push(`job ${id} has no ZIP`)
      continue
    }
    if (file_bytes !== zip.length) wrong.push(`job ${id}: ${file_bytes} bytes are noted of ${zip.length}`)
    const files = unzip(zip)
    const lines = files.get('manifest.csv')!.toString().split('\r\n').slice(1, -1)
    const listed = lines.map((line) => line.split(',').slice(0, 2).join())
    const made = coupons.map(({ serial_number, coupon_code }) => `${serial_number},${coupon_code}`)
    if (listed.join() !== made.join()) wrong.push(`job ${id}: the manifest is not that of its coupons`)
    if (files.size !== count + 3) wrong.push(`job ${id}: ${files.size} files in the ZIP`)
    if (coupons.some(({ serial_number }) => !files.has(`qr/${serial_number}.png`))) wrong.push(`job ${id}: no picture`)
  }
  const wanted = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (total !== wanted) wrong.push(`${total} coupons instead of ${wanted}`)
  if (codes.size !== 3 * total) wrong.push('a code is there twice')
  const kept = filesKept(world).filter((name) => name.startsWith('bulk/') && !name.endsWith('.part'))
  if (kept.length !== counts.size) wrong.push(`${kept.length} ZIPs of ${counts.size} jobs`)
  return wrong
}

/** When a worker is killed, and which; how it was in words. Each follows a new job of `count`. */
interface Moment {
  victim: string
  story: string
}

type Chance = (least: number, most: number) => number

const MOMENTS: Record<string, (chance: Chance) => Promise<Moment>> = {
  async atRandom(chance) {
    const milliseconds = chance(0, 900)
    // Not for a condition: the moment itself is what chance decides.
    await wait(milliseconds)
    return { victim: [...workers.keys()][chance(0, workers.size)]!, story: `${milliseconds} ms after a new job` }
  },
  async inserting(chance) {
    const victim = await until('somebody inserts coupons', whoInserts)
    const milliseconds = chance(0, 200)
    await wait(milliseconds)
    return { victim, story: `${milliseconds} ms after it was seen inserting coupons` }
  },
  async packing(chance) {
    const victim = await until('somebody packs', whoPacks)
    const milliseconds = chance(0, 400)
    await wait(milliseconds)
    return { victim, story: `${milliseconds} ms after it was seen packing` }
  },
  async completed() {
    const before = (await whoMade()).map(({ job }) => job)
    const victim = await until(
      'somebody completes a job',
      async () => (await whoMade()).find(({ job, worker }) => !before.includes(job) && workers.has(worker))?.worker,
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
      await begin(redis)
      await noteWhoMakes()
      await slowInserts()
      await Promise.all([startWorker('worker 1'), startWorker('worker 2')])
      const counts = new Map<number, number>()
      const moments: string[] = []
      for (const [index, { kind }] of kinds.entries()) {
        const count = chance(400, 801)
        counts.set(await create(count), count)
        const { victim, story } = await MOMENTS[kind]!(chance)
        await killWorker(victim)
        const open = (await jobs()).filter(({ status }) => status === 'PROCESSING').length
        moments.push(`${victim} ${story} (${open} open)`)
        await startWorker(`worker ${index + 3}`)
      }
      const story = `seed ${seed}; killed ${moments.join('; ')}`
      await untilAllMade().catch(async (error: Error) => {
        const stuck = (await jobs()).map(({ id, status, progress, count }) => `${id} ${status} ${progress} of ${count}`)
        throw new Error(`${error.message}: ${stuck.join(', ')}. ${story}`, { cause: error })
      })
      expect({ story, problems: await problems(counts) }).toEqual({ story, problems: [] })
      const made = (await whoMade()).map(({ job }) => job)
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
    row: 17,
    fault: 'no room for files: a bulk job cannot write its ZIP',
    promised: 'the job fails in clear words, presses go on, nothing half-written stays, and a retry completes it',
  },
  async () => {
    await begin(false)
    const cramped = await startProcess('worker', world.environment, { largest_file_kb: 64 })
    try {
      const leftovers = () => fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith(PACKED_PREFIX))
      const before = new Set(leftovers())
      const id = await create(700)
      const ledger = new Ledger()
      const presses = Array.from({ length: 5 }, async () =>
        ledger.pressUntilAccepted(world.url, (await createSubscriber(world)).sticker.token),
      )
      await Promise.all(presses)
      const job = async () => (await jobs()).find((each) => each.id === id)!
      await until('the job is given up', async () => (await job()).status === 'FAILED')
      const { last_error } = await job()
      expect(last_error).toMatch(/^EFBIG/)
      const shown = await call(world.url, `/api/qr/jobs/${id}/`, { access: admin.access })
      expect(shown.body.hint).toMatch(/no room left for the file/)
      expect(cramped.alive()).toBe(true)
      expect(leftovers().filter((name) => !before.has(name))).toEqual([])
      expect(filesKept(world)).toEqual([])
      await cramped.kill()
      await startWorker('roomy')
      expect(
        (await call(world.url, `/api/qr/jobs/${id}/retry/`, { method: 'POST', access: admin.access })).status,
      ).toBe(200)
      await untilAllMade()
      const wrong = await problems(new Map([[id, 700]]))
      const { lost, doubles } = await ledger.compare(world)
      return {
        happened: `failed with "${last_error}", completed by a retry${wrong.map((each) => `, ${each}`).join('')}`,
        acknowledged: ledger.ids().length + 1,
        lost: lost + ledger.refusals + wrong.length,
        doubles,
      }
    } finally {
      await cramped.kill()
    }
  },
)

faultRow(
  {
    row: 19,
    fault: 'two clicks at once, the answer lost, the browser closed while the batch is made; another one is stopped',
    promised: 'one batch, completed all the same; of the stopped one nothing is left',
  },
  async () => {
    await begin(false)
    await startWorker('worker')
    const ask = (request_id: string, count = 300, access = admin.access) =>
      call(world.url, '/api/qr/jobs/create/', { body: { request_id, count }, access })
    const request_id = randomUUID()
    const clicks = await Promise.all([ask(request_id), ask(request_id), ask(request_id)])
    const leaving = new AbortController()
    const left = fetch(`${world.url}/api/qr/jobs/create/`, {
      method: 'POST',
      headers: admin.headers,
      body: JSON.stringify({ request_id, count: 300 }),
      signal: leaving.signal,
    }).catch(() => null)
    leaving.abort()
    await left
    expect((await ask(request_id, 200)).status).toBe(409)
    expect((await ask(request_id, 300, (await createPerson(world, 'admin')).access)).status).toBe(409)
    await untilAllMade()
    const made = await jobs()
    const wrong = await problems(new Map(made.map(({ id }) => [id, 300])))
    const stopped = await create(5_000)
    await until('its coupons are there', async () => (await couponsOf(stopped)).length > 0)
    const asked = performance.now()
    const { body } = await call(world.url, `/api/qr/jobs/${stopped}/cancel/`, { body: {}, access: admin.access })
    const seconds = ((performance.now() - asked) / 1000).toFixed(1)
    if (body.status !== 'FAILED' || (await couponsOf(stopped)).length > 0) wrong.push('the stopped batch is not gone')
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
  await begin(false)
  await noteWhoMakes()
  const names = ['first', 'second', 'third']
  await Promise.all(names.map(startWorker))
  const counts = new Map<number, number>()
  for (let index = 0; index < 9; index++) {
    const count = 400 + index
    counts.set(await create(count), count)
  }
  await untilAllMade()
  expect(await problems(counts)).toEqual([])
  const made = await whoMade()
  expect(made.map(({ job }) => job)).toEqual([...counts.keys()])
  expect([...new Set(made.map(({ worker }) => worker))].sort()).toEqual([...names].sort())
})
