import path from 'node:path'
import { sweepMessages } from '@tvarit/shared/domain/delivery/sweep-messages'
import { escalateAlerts } from '@tvarit/shared/domain/call-centre/escalate-alerts'
import { sealAudit } from '@tvarit/shared/domain/audit/seal-audit'
import { readGauges, readLastHour } from '@tvarit/shared/domain/operations/overview/read-gauges'
import { RETENTION_RULES } from '@tvarit/shared/domain/operations/retention/retention-rules'
import { signIn } from '../harness/people.ts'
import { fillYears } from './decade-fill.ts'
import { type OpenArm, openArm } from './fan-out.ts'
import { percentile, printTable, report, sum, timed } from './harness.ts'
import { accessFor, type BenchDatabase, closeAlerts, get, startBenchDatabase } from './product.ts'
import { pressAll } from './presses.ts'

interface Options {
  years: number
  /** In all years. */
  alerts: number
  subscribers: number
  rounds: number
  /** Keeps the databases there for the next run. */
  folder: string
}

const MONTH = 30
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
  times: Map<string, number[]>
}

/**
 * What people wait for, in a database with ten years in it and in one with its first month, in turns in the same run; and
 * what retention and the worker's loops cost then. Both have the same subscribers: only the past differs.
 */
export async function measureDecade({ years, alerts, subscribers, rounds, folder }: Options): Promise<void> {
  const days = years * 365
  await using stack = new AsyncDisposableStack()
  const sides: Side[] = []
  for (const size of [
    { name: 'first month', days: MONTH, alerts: Math.max(Math.round((alerts * MONTH) / days), 1_000), subscribers },
    { name: `${years} years`, days, alerts, subscribers },
  ]) {
    const { name } = size
    const bench = stack.use(await startBenchDatabase({ folder: folder && path.join(folder, name.replace(' ', '-')) }))
    const took = await timed(async () => {
      if (!(await bench.pool.query('select from alerts limit 1')).rowCount) await fillYears(bench, size)
    })
    const { rows } = await bench.pool.query<{ bytes: string }>(
      'select pg_size_pretty(pg_database_size(current_database())) as bytes',
    )
    console.log(`${name}: ${size.alerts} alerts, ${rows[0]!.bytes}, ready in ${Math.round(took / 1000)} s`)
    const side = await openSide(name, size.alerts, bench)
    stack.use(side.arm)
    sides.push(side)
  }
  for (let round = 0; round <= rounds; round++) {
    // The first round warms up; the sides begin in turns.
    for (const side of round % 2 ? sides : sides.toReversed()) await oneRound(side)
    if (round === 0) for (const { times } of sides) times.clear()
  }
  await retention(sides.at(-1)!)
  judge(sides as [Side, Side])
}

async function openSide(name: string, newest: number, bench: BenchDatabase): Promise<Side> {
  const { rows } = await bench.pool.query<{ user_id: number }>('select user_id from alerts where id = $1', [newest])
  await readIndexes(bench)
  const stickers = await freshStickers(bench)
  const arm = await openArm({
    arm: 'ours',
    bench,
    tokens: [await accessFor(bench, 'staff')],
    stickers: (count) => stickers.splice(0, count),
    screens: CONSOLES,
    servers: 1,
    per_second: PER_SECOND,
    warm_s: 1,
  })
  const admin = await accessFor(bench, 'admin')
  const owner = (await signIn(bench, rows[0]!.user_id)).access
  return { name, bench, arm, admin, owner, newest, times: new Map() }
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

function note({ times }: Side, what: string, ...values: number[]): void {
  times.set(what, [...(times.get(what) ?? []), ...values])
}

async function oneRound(side: Side): Promise<void> {
  const { arm, bench, admin, owner, newest } = side
  await arm.measure(PRESSES / PER_SECOND)
  note(side, 'press to the last of 20 consoles', ...arm.take().latencies)
  const stickers = await openStickers(bench)
  const again = await pressAll(arm.urls, stickers, PER_SECOND)
  note(side, 'press that joins an open alert', ...again.map(({ sent_ms, answered_ms }) => answered_ms - sent_ms))
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const spread = Math.floor((newest - 1) / REQUESTS)
  const pages: [string, string, (n: number) => string][] = [
    ['board', admin, () => '/api/qr/alerts/?status=PENDING'],
    ['all alerts, first page', admin, () => '/api/qr/alerts/'],
    ['all alerts, page 50', admin, () => '/api/qr/alerts/?page=50'],
    ['alerts by a phone number', admin, (n) => `/api/qr/alerts/?search=${9_200_000_100 + n * 37}`],
    ['alert page, newest', admin, (n) => `/api/qr/alerts/${newest - n}/`],
    ['alert page, of all times', admin, (n) => `/api/qr/alerts/${1 + n * spread}/`],
    ['own alerts', owner, () => '/api/users/profile/alerts/'],
    ['response times, 7 days', admin, () => `/api/figures/response/?from=${day(7)}&to=${day(1)}`],
    ['slowest alerts, 7 days', admin, () => `/api/figures/slowest/?from=${day(7)}&to=${day(1)}&measure=scene`],
    ['dashboard', admin, () => '/api/dashboard/'],
    ['operations page', admin, () => '/api/ops/'],
    ['costs, 7 days', admin, () => '/api/ops/costs/?days=7'],
    ['audit list', admin, () => '/api/audit/'],
    ['audit list of one action', admin, () => '/api/audit/?action=health.viewed'],
    ['audit list of one alert', admin, (n) => `/api/audit/?subject=alert&subject_id=${newest - n}`],
    ['audit list of one day', admin, () => `/api/audit/?from=${day(9)}&to=${day(9)}`],
  ]
  for (const [what, access, place] of pages) {
    for (let n = 0; n < REQUESTS; n++) note(side, what, (await get(`${arm.urls[0]}${place(n)}`, access)).ms)
  }
  const ctx = bench.ctx()
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

/** One day of every rule, statement by statement. */
async function retention({ bench }: Side): Promise<void> {
  const rows = []
  for (const { name, batch } of RETENTION_RULES) {
    const times: number[] = []
    let removed = 0
    for (let last = 1_000; last === 1_000; removed += last)
      times.push(await timed(async () => (last = (await batch(1_000).execute(bench.db)).rows[0]!.removed)))
    rows.push({ rule: name, removed: String(removed), 'slowest, ms': Math.max(...times), 'all, ms': sum(times) })
  }
  printTable('One day of retention after all years', rows)
  const slowest = Math.max(...rows.map((row) => row['slowest, ms']))
  report.judge('one day of retention, slowest statement, ms', slowest, 'at most', RETENTION_MS)
}

function judge([month, years]: [Side, Side]): void {
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
}
