import { parseArgs } from 'node:util'
import { buildWebClient } from '../../scripts/build-web-client.ts'
import { type ArmName, createOtherTables } from './arms.ts'
import { closeAlerts, createStaff, createStickers, startBenchDatabase } from './bench-database.ts'
import { calmest } from './calmest.ts'
import { type ArmOptions, type FanOut, openArm, type OpenArm } from './fan-out.ts'
import { measureNotifyAlone } from './notify-alone.ts'
import { measureRoute } from './raise-route.ts'
import { measureReconnect } from './reconnect.ts'
import { median, nowMs, printTable } from './statistics.ts'
import { Report } from './verdicts.ts'

/**
 * The way of an alert, measured beside the least that could be called the same ("floor": bare Express, one INSERT, a
 * loop of ws.send) and beside the stock way (tRPC's own WebSocket handler). Arms alternate with fresh processes; every
 * target is the median of the ratios within one turn. Exit code 1 when a target is missed.
 */
const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    repetitions: { type: 'string' },
    seconds: { type: 'string' },
    /** Folder for CPU profiles of our servers. */
    profile: { type: 'string' },
    out: { type: 'string' },
  },
})
const { quick, profile } = flags
/** No turn is made up for after this, so that the run ends in time. */
const makeUpUntil = nowMs() + (quick ? 15_000 : 240_000)
const wanted = new Set((flags.only ?? `target,cpu,reconnect,route${quick ? '' : ',memory,table'}`).split(','))
const repetitions = Number(flags.repetitions ?? (quick ? 2 : 5))
const seconds = Number(flags.seconds ?? (quick ? 2 : 4))

if (wanted.size > 1 || !wanted.has('route'))
  await buildWebClient().catch((error: Error) => console.error(error.message))
const bench = await startBenchDatabase()
const report = new Report()
try {
  await createOtherTables(bench)
  const tokens = await createStaff(bench, wanted.has('memory') ? 5_000 : 1_000)
  const pool = await createStickers(bench, 20_000)
  const stickers = (count: number) => pool.splice(0, count)
  const shared = { bench, tokens, stickers, profile, warm_s: quick ? 1 : 2, measure_s: seconds }

  if (wanted.has('target')) await target()
  if (wanted.has('cpu')) await cpu()
  if (wanted.has('reconnect')) await reconnect()
  if (wanted.has('route')) await route()
  if (wanted.has('memory')) await memory()
  if (wanted.has('table')) await table()

  /** Press to last screen at several sizes: to read, not to judge. */
  async function table(): Promise<void> {
    const notify = await measureNotifyAlone(bench, { per_second: 40, seconds: quick ? 2 : 5 })
    const rows = [
      { arm: 'NOTIFY alone', servers: '-', screens: '-', 'alerts/s': '40', p50: notify.p50, p99: notify.p99 },
    ]
    const sizes = quick ? [100] : [10, 100, 1_000]
    for (const screens of sizes) {
      for (const servers of quick ? [2] : [1, 2]) {
        // A thousand screens at 40 alerts/s is more than the clients of a small machine can read.
        const per_second = screens === 1_000 ? 10 : 40
        const runs = await alternate(['floor', 'ours'], 1, { ...shared, screens, servers, per_second })
        for (const arm of ['floor', 'ours'] as const) {
          const mine = runs[arm]
          rows.push({
            arm,
            servers: String(servers),
            screens: String(screens),
            'alerts/s': String(per_second),
            p50: median(mine.map((run) => run.p50)),
            p99: median(mine.map((run) => run.p99)),
          })
        }
      }
    }
    printTable('Press to last screen, ms (medians)', rows)
    report.data['table'] = rows
  }

  async function target(): Promise<void> {
    const setting = { screens: 300, servers: 2, per_second: 40 }
    const { floor, ours } = await alternate(['floor', 'ours'], repetitions, { ...shared, ...setting })
    show('300 screens on two servers, 40 alerts/s', { floor, ours })
    report.data['target'] = { floor, ours }
    const ratio = (of: (run: FanOut) => number) => ratioOf(ours, floor, of)
    report.judge(
      'press to last screen, p50, ours over floor',
      ratio((run) => run.p50),
      'at most',
      1.6,
    )
    report.judge(
      'press to last screen, p99, ours over floor',
      ratio((run) => run.p99),
      'at most',
      2,
    )
    report.judge('press to last screen, p50 ms', median(ours.map((run) => run.p50)), 'at most', 15)
    report.judge('press to last screen, p99 ms', median(ours.map((run) => run.p99)), 'at most', 50)
    report.judge('alerts that did not reach every screen', sum(ours.map((run) => run.incomplete)), 'at most', 0)
  }

  async function cpu(): Promise<void> {
    // Cold code costs a third more CPU: also a quick run warms up long enough.
    const setting = { screens: 1_000, servers: 1, per_second: 10, warm_s: 4, measure_s: 4 }
    const arms = await alternate(['floor', 'stock', 'ours'], quick ? 1 : 5, { ...shared, ...setting })
    show('1000 screens on one server, 10 alerts/s', arms)
    report.data['cpu'] = arms
    const used = (run: FanOut) => run.cpu_us
    report.judge('server CPU per message, ours over stock tRPC', ratioOf(arms.ours, arms.stock, used), 'at most', 0.45)
    report.judge('server CPU per message, ours over a ws loop', ratioOf(arms.ours, arms.floor, used), 'at most', 1.3)
  }

  async function memory(): Promise<void> {
    const setting = { screens: 5_000, servers: 1, per_second: 1, measure_s: 3 }
    const arms = await alternate(['floor', 'ours'], quick ? 1 : 3, { ...shared, ...setting })
    show('5000 screens on one server, 1 alert/s', arms)
    report.data['memory'] = arms
    const resident = (run: FanOut) => run.rss_mb
    report.judge('RSS with 5,000 screens, ours over a ws loop', ratioOf(arms.ours, arms.floor, resident), 'at most', 2)
    report.judge('alerts that did not reach 5,000 screens', sum(arms.ours.map((run) => run.incomplete)), 'at most', 0)
  }

  async function reconnect(): Promise<void> {
    const turns = await calmest({
      times: quick ? 1 : 5,
      measure: () => measureReconnect({ bench, tokens, stickers, screens: 600 }),
      noise: (turn) => turn.foreign,
      until_ms: makeUpUntil,
    })
    const rows = turns.map(({ foreign, ...turn }) => ({ ...turn, 'others used': `${Math.round(foreign * 100)} %` }))
    printTable('A server dies: until its screens show events again at the other, ms', rows)
    report.data['reconnect'] = turns
    report.judge('screens back within, p99 ms', median(turns.map((turn) => turn.p99)), 'at most', 1_000)
    report.judge('screens that did not come back', sum(turns.map((turn) => turn.lost - turn.back)), 'at most', 0)
  }

  async function route(): Promise<void> {
    const runs = { plain: [], ours: [] } as Record<'plain' | 'ours', Awaited<ReturnType<typeof measureRoute>>[]>
    for (let turn = 0; turn < (quick ? 2 : 5); turn++) {
      for (const arm of turn % 2 ? (['ours', 'plain'] as const) : (['plain', 'ours'] as const)) {
        runs[arm].push(await measureRoute(arm, quick ? 1.5 : 2.5))
      }
    }
    const rows = (['plain', 'ours'] as const).map((arm) => ({
      arm,
      'requests/s': median(runs[arm].map((run) => run.per_second)),
      'CPU us': median(runs[arm].map((run) => run.cpu_us)),
    }))
    printTable('POST /api/scan/{token}/alerts without a database, 50 connections', rows)
    report.data['route'] = runs
    // By the CPU a request takes: the one process is saturated, and wall time is also the neighbours'.
    const ratio = rows[0]!['CPU us'] / rows[1]!['CPU us']
    report.judge('raise route, requests per CPU second over plain Express', ratio, 'at least', 0.7)
  }
} finally {
  await bench.stop()
}
report.finish(flags.out)
process.exit()

type Setting = Omit<ArmOptions, 'arm'> & { measure_s: number }

async function alternate<A extends ArmName>(arms: A[], times: number, setting: Setting): Promise<Record<A, FanOut[]>> {
  const turns = await calmest({
    times,
    measure: () => oneTurn(arms, setting),
    noise: (turn) => Math.max(...arms.map((arm) => turn[arm].foreign)),
    until_ms: makeUpUntil,
  })
  return Object.fromEntries(arms.map((arm) => [arm, turns.map((turn) => turn[arm])])) as Record<A, FanOut[]>
}

/**
 * Fresh processes of every arm; the arms press in turn for a second each (A B B A A B ...), so that whatever disturbs
 * one disturbs the other.
 */
async function oneTurn<A extends ArmName>(arms: A[], setting: Setting): Promise<Record<A, FanOut>> {
  await closeAlerts(bench)
  const open: [A, OpenArm][] = []
  try {
    for (const arm of arms) {
      const profile = arm === 'ours' ? setting.profile : undefined
      open.push([arm, await openArm({ ...setting, arm, profile })])
    }
    for (let second = 0; second < setting.measure_s; second++) {
      for (const [, arm] of second % 2 ? open.toReversed() : open) await arm.measure(1)
    }
    return Object.fromEntries(open.map(([arm, { result }]) => [arm, result()])) as Record<A, FanOut>
  } finally {
    for (const [, arm] of open) await arm.close()
  }
}

function show(title: string, arms: Record<string, FanOut[]>): void {
  printTable(
    `${title} (medians of ${Object.values(arms)[0]!.length})`,
    Object.entries(arms).map(([arm, runs]) => ({
      arm,
      'p50 ms': median(runs.map((run) => run.p50)),
      'p99 ms': median(runs.map((run) => run.p99)),
      'answer p50 ms': median(runs.map((run) => run.answer_p50)),
      'CPU us/message': median(runs.map((run) => run.cpu_us)),
      'RSS MB': median(runs.map((run) => run.rss_mb)),
      incomplete: String(sum(runs.map((run) => run.incomplete))),
      'others used': `${Math.round(Math.max(...runs.map((run) => run.foreign)) * 100)} %`,
    })),
  )
}

/** Median of the ratios within each turn: what disturbs a turn disturbs both of its arms. */
function ratioOf(ours: FanOut[], other: FanOut[], of: (run: FanOut) => number): number {
  return median(ours.map((run, turn) => of(run) / of(other[turn]!)))
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
