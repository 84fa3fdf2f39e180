/**
 * `npm run bench -- decade`: what people wait for, in a database with ten years in it and in one with its first month, in
 * turns in the same run; and what retention and the worker's loops cost then. Both have the same subscribers: only the past
 * differs. Options: --years N, --alerts N (in all years), --subscribers N, --rounds N, --folder DIR (keeps the databases there for the next run), --fill (and no more), --partitions (the
 * same rows in one table and in months, and no more), --out FILE.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sweepMessages } from '@tvarit/shared/domain/delivery/sweep-messages'
import { escalateAlerts } from '@tvarit/shared/domain/emergency/call-centre/escalate-alerts'
import { sealAudit } from '@tvarit/shared/domain/ground/audit/seal-audit'
import { readGauges, readLastHour } from '@tvarit/shared/domain/operations/overview/read-gauges'
import { RETENTION_RULES } from '@tvarit/shared/domain/operations/retention/retention-rules'
import { readConfig } from '@tvarit/shared/platform/config'
import type { Ctx } from '@tvarit/shared/platform/context'
import { createLog } from '@tvarit/shared/platform/log'
import { type BenchDatabase, closeAlerts, SECRET_KEY, startBenchDatabase } from './bench-database.ts'
import { fillYears } from './decade-fill.ts'
import { comparePartitions } from './decade-partitions.ts'
import { type OpenArm, openArm } from './fan-out.ts'
import { watchForeignLoad } from './foreign-load.ts'
import { accessOf } from './lists-database.ts'
import { get } from './lists-reader.ts'
import { pressAll } from './presses.ts'
import { nowMs, percentile, printTable, short } from './statistics.ts'
import { Report } from './verdicts.ts'

const { values: options } = parseArgs({
  options: {
    years: { type: 'string', default: '10' },
    alerts: { type: 'string', default: '1500000' },
    subscribers: { type: 'string', default: '600000' },
    rounds: { type: 'string', default: '8' },
    folder: { type: 'string' },
    fill: { type: 'boolean', default: false },
    partitions: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const DAYS = Number(options.years) * 365
const MONTH = 30
const SUBSCRIBERS = Number(options.subscribers)
const CONSOLES = 20
/** Of each round: requests of each page, presses, and presses a second. */
const REQUESTS = 25
const PRESSES = 40
const PER_SECOND = 20
/** A statement of retention that takes longer than the role's `statement_timeout` never ends. */
const RETENTION_MS = 1_000
const RATIO = 1.2

interface Side {
  name: string
  bench: BenchDatabase
  arm: OpenArm
  admin: string
  owner: string
  newest: number
  oldest: number
  times: Map<string, number[]>
}

const alerts = Number(options.alerts)
const sizes = [
  { name: 'first month', days: MONTH, alerts: Math.max(Math.round((alerts * MONTH) / DAYS), 1_000) },
  { name: `${options.years} years`, days: DAYS, alerts },
]
const report = new Report()
const foreign = watchForeignLoad()
const sides: Side[] = []
try {
  for (const size of sizes) {
    const bench = await openFilled(size)
    if (options.partitions && size.days === DAYS) report.data['partitions'] = await comparePartitions(bench)
    if (options.fill || options.partitions) await bench.stop()
    else sides.push(await openSide(size, bench))
  }
  if (sides.length > 0) {
    for (let round = 0; round <= Number(options.rounds); round++) {
      // The first round warms up; the sides begin in turns.
      for (const side of round % 2 ? sides : sides.toReversed()) await oneRound(side)
      if (round === 0) for (const { times } of sides) times.clear()
    }
    await retention(sides.at(-1)!)
    judge()
  }
} finally {
  for (const { arm, bench } of sides) {
    await arm.close()
    await bench.stop()
  }
}
report.finish(options.out)
process.exit()

async function openFilled({ name, ...size }: (typeof sizes)[number]): Promise<BenchDatabase> {
  const begin = nowMs()
  const folder = options.folder && path.join(options.folder, name.replace(' ', '-'))
  const bench = await startBenchDatabase({ folder })
  const filled = await bench.pool.query('select from alerts limit 1')
  if (filled.rowCount === 0) await fillYears(bench, { ...size, subscribers: SUBSCRIBERS })
  const { rows } = await bench.pool.query<{ bytes: string; alerts: number; events: number }>(
    `select pg_size_pretty(pg_database_size(current_database())) as bytes, (select count(*) from alerts) as alerts,
       (select max(id) from alert_events) as events`,
  )
  const { alerts: n, events, bytes } = rows[0]!
  console.log(`${name}: ${n} alerts, about ${events} events, ${bytes}, ready in ${short((nowMs() - begin) / 1000)} s`)
  report.data[name] = rows[0]
  return bench
}

async function openSide({ name, alerts: newest }: (typeof sizes)[number], bench: BenchDatabase): Promise<Side> {
  const { rows } = await bench.pool.query<{ user_id: number }>('select user_id from alerts where id = $1', [newest])
  await readIndexes(bench)
  const stickers = await freshStickers(bench)
  const staff = await personOf(bench, 'staff')
  const arm = await openArm({
    arm: 'ours',
    bench,
    tokens: [await accessOf(bench, staff)],
    stickers: (count) => stickers.splice(0, count),
    screens: CONSOLES,
    servers: 1,
    per_second: PER_SECOND,
    warm_s: 1,
  })
  const admin = await accessOf(bench, await personOf(bench, 'admin'))
  const owner = await accessOf(bench, rows[0]!.user_id)
  return { name, bench, arm, admin, owner, newest, oldest: 1, times: new Map() }
}

/** As on a server that has run for days: the indexes a press writes to have been read since the machine started. */
async function readIndexes({ pool }: BenchDatabase): Promise<void> {
  await pool.query('create extension if not exists pg_prewarm')
  await pool.query(
    `select pg_prewarm(indexrelid, 'read') from pg_index
     where indrelid in ('alerts'::regclass, 'alert_reports'::regclass, 'messages'::regclass, 'dispatches'::regclass)`,
  )
}

/** Stickers of subscribers, others at each run, and enough for it. */
async function freshStickers({ pool }: BenchDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ token: string }>(
    'select token from coupons where user_id is not null order by random() limit 20000',
  )
  return rows.map(({ token }) => token)
}

async function personOf({ db }: BenchDatabase, role: 'admin' | 'staff'): Promise<number> {
  const there = await db.selectFrom('users').select('id').where('role', '=', role).executeTakeFirst()
  if (there) return there.id
  const phone_number = role === 'admin' ? '8100000001' : '8100000002'
  const made = await db
    .insertInto('users')
    .values({ first_name: 'Bench', last_name: 'Reader', phone_number, role })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

function note({ times }: Side, what: string, ...values: number[]): void {
  times.set(what, [...(times.get(what) ?? []), ...values])
}

async function oneRound(side: Side): Promise<void> {
  const { arm, bench, admin, owner, newest, oldest } = side
  await arm.measure(PRESSES / PER_SECOND)
  note(side, 'press to the last of 20 consoles', ...arm.take().latencies)
  const stickers = await openStickers(bench)
  const again = await pressAll({ urls: arm.urls, stickers, per_second: PER_SECOND })
  note(side, 'press that joins an open alert', ...again.map(({ sent_ms, answered_ms }) => answered_ms - sent_ms))
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const spread = Math.floor((newest - oldest) / REQUESTS)
  const pages: [string, string, (n: number) => string][] = [
    ['board', admin, () => '/api/qr/alerts/?status=PENDING'],
    ['all alerts, first page', admin, () => '/api/qr/alerts/'],
    ['all alerts, page 50', admin, () => '/api/qr/alerts/?page=50'],
    ['alerts by a phone number', admin, (n) => `/api/qr/alerts/?search=${9_200_000_100 + n * 37}`],
    ['alert page, newest', admin, (n) => `/api/qr/alerts/${newest - n}/`],
    ['alert page, of all times', admin, (n) => `/api/qr/alerts/${oldest + n * spread}/`],
    ['own alerts', owner, () => '/api/users/profile/alerts/'],
    ['response times, 7 days', admin, () => `/api/figures/response/?from=${day(7)}&to=${day(1)}`],
    ['slowest alerts, 7 days', admin, () => `/api/figures/slowest/?from=${day(7)}&to=${day(1)}&measure=scene`],
    ['dashboard', admin, () => '/api/dashboard/'],
    ['operations page', admin, () => '/api/ops/'],
    ['trends, 7 days', admin, () => '/api/ops/trends/?hours=168'],
    ['costs, 7 days', admin, () => '/api/ops/costs/?days=7'],
    ['audit list', admin, () => '/api/audit/'],
    ['audit list of one action', admin, () => '/api/audit/?action=health.viewed'],
    ['audit list of one alert', admin, (n) => `/api/audit/?subject=alert&subject_id=${newest - n}`],
    ['audit list of one day', admin, () => `/api/audit/?from=${day(9)}&to=${day(9)}`],
  ]
  for (const [what, access, place] of pages) {
    for (let n = 0; n < REQUESTS; n++) note(side, what, (await get(`${arm.urls[0]}${place(n)}`, access)).ms)
  }
  const ctx = workerCtx(bench)
  const loops: [string, () => Promise<unknown>][] = [
    ['worker: metrics', () => Promise.all([readGauges(bench.db), readLastHour(bench.db)])],
    ['worker: sweep of messages', () => sweepMessages({ ctx })],
    ['worker: escalation', () => escalateAlerts({ ctx })],
    ['worker: sealing', () => sealAudit({ ctx })],
  ]
  for (const [what, run] of loops) {
    for (let n = 0; n < REQUESTS; n++) note(side, what, await timed(run))
  }
  await closeAlerts(bench)
}

async function openStickers({ pool }: BenchDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ token: string }>(
    `select token from coupons where id in (select coupon_id from alerts where status = 'PENDING')`,
  )
  return rows.map(({ token }) => token)
}

function workerCtx({ db, url }: BenchDatabase): Ctx {
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY })
  return { db, config, log: createLog('bench', 'silent') } as Ctx
}

/** One day of every rule, statement by statement, as long as the limit of the product's connections lets it. */
async function retention({ bench }: Side): Promise<void> {
  const rows = []
  for (const { name, batch } of RETENTION_RULES) {
    const times: number[] = []
    let removed = 0
    let ended = 'yes'
    for (let last = 1_000; last === 1_000;) {
      const begin = nowMs()
      try {
        last = (await batch(1_000).execute(bench.db)).rows[0]!.removed
        removed += last
      } catch (error) {
        ended = String(error)
        last = 0
      }
      times.push(nowMs() - begin)
    }
    const sum = times.reduce((all, each) => all + each, 0)
    rows.push({ rule: name, ended, removed: String(removed), 'slowest, ms': Math.max(...times), 'all, ms': sum })
  }
  printTable(`One day of retention after ${options.years} years`, rows)
  report.data['retention'] = rows
  const slowest = Math.max(...rows.map((row) => row['slowest, ms']))
  report.judge('one day of retention, slowest statement, ms', slowest, 'at most', RETENTION_MS)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = nowMs()
  await work()
  return nowMs() - begin
}

function judge(): void {
  const [month, years] = sides as [Side, Side]
  const rows = [...years.times.keys()].map((what) => {
    const [few, many] = [month.times.get(what)!, years.times.get(what)!]
    const ratio = percentile(many, 0.95) / percentile(few, 0.95)
    report.judge(`${what}, p95 after ${years.name} over the ${month.name}`, ratio, 'at most', RATIO)
    return {
      what,
      [`${month.name} p50`]: percentile(few, 0.5),
      [`${years.name} p50`]: percentile(many, 0.5),
      [`${month.name} p95`]: percentile(few, 0.95),
      [`${years.name} p95`]: percentile(many, 0.95),
      'p95 ratio': ratio,
    }
  })
  printTable('Milliseconds', rows)
  report.data['rows'] = rows
  console.log(`\nOthers used ${short(foreign() * 100)} % of the machine meanwhile.`)
}
