import { type ArmOptions, type FanOut, openArm } from './fan-out.ts'
import { nowMs } from './child.ts'
import { calmest, median, percent, printTable, readOptions, report, runParts, sum } from './harness.ts'
import { type ArmName, closeAlerts, createStaff, createStickers, startBenchDatabase } from './product.ts'
import { besideLogins, loginsByCode } from './logins.ts'

/**
 * The way of an alert, measured beside the least that could be called the same ("floor": bare Express, one INSERT, a
 * loop of ws.send) and beside the stock way (tRPC's own WebSocket handler). Arms alternate with fresh processes; every
 * ratio is the median of those within one turn. Then what logins cost beside it. Options: --repetitions N, --seconds N,
 * --only target,cpu,codes,passwords.
 */
const { only, repetitions, seconds } = readOptions({ only: '', repetitions: 5, seconds: 4 })
/** No turn is made up for after this, so that the run ends in time. */
const makeUpUntil = nowMs() + 240_000

await using bench = await startBenchDatabase()
await bench.pool.query(`
  create table floor_alerts (id bigserial primary key, body jsonb not null, at timestamptz not null default now());
  create table stock_alerts (id bigserial primary key, scan_id uuid not null unique, event text not null,
    at timestamptz not null default now())`)
const tokens = await createStaff(bench, 1_000)
const pool = await createStickers(bench, 20_000)
const stickers = (count: number) => pool.splice(0, count)
const shared = { bench, tokens, stickers, warm_s: 2, measure_s: seconds }

const codes = () => loginsByCode(bench)
const passwords = () => besideLogins(repetitions, seconds * 5)
await runParts({ target, cpu, codes, passwords }, only)

async function target(): Promise<void> {
  const setting = { ...shared, screens: 300, servers: 2, per_second: 40 }
  const { floor, ours } = await alternate('300 screens on two servers', ['floor', 'ours'], repetitions, setting)
  const ratio = (of: 'p50' | 'p99') => ratioOf(ours, floor, of)
  const middle = (of: 'p50' | 'p99') => median(ours.map((run) => run[of]))
  report.judge('press to last screen, p50, ours over floor', ratio('p50'), 'at most', 1.3)
  report.judge('press to last screen, p99, ours over floor', ratio('p99'), 'at most', 1.5)
  report.judge('press to last screen, p50 ms', middle('p50'), 'at most', 12)
  report.judge('press to last screen, p99 ms', middle('p99'), 'at most', 25)
  report.judge('alerts that did not reach every screen', sum(ours.map((run) => run.incomplete)), 'at most', 0)
}

async function cpu(): Promise<void> {
  // Cold code costs a third more CPU.
  const setting = { ...shared, screens: 1_000, servers: 1, per_second: 10, warm_s: 4, measure_s: 4 }
  const { floor, stock, ours } = await alternate('1,000 screens', ['floor', 'stock', 'ours'], repetitions, setting)
  report.judge('server CPU per message, ours over stock tRPC', ratioOf(ours, stock, 'cpu_us'), 'at most', 0.45)
  report.judge('server CPU per message, ours over a ws loop', ratioOf(ours, floor, 'cpu_us'), 'at most', 1.3)
}

type Setting = Omit<ArmOptions, 'arm'> & { measure_s: number }

/**
 * Fresh processes of every arm in each turn; the arms press in turn for a second each (A B B A A B ...), so that what
 * disturbs one disturbs the other.
 */
async function alternate<A extends ArmName>(
  title: string,
  arms: A[],
  times: number,
  setting: Setting,
): Promise<Record<A, FanOut[]>> {
  const oneTurn = async () => {
    await closeAlerts(bench)
    await using stack = new AsyncDisposableStack()
    const open = []
    for (const arm of arms) open.push(stack.use(await openArm({ ...setting, arm })))
    for (let second = 0; second < setting.measure_s; second++) {
      for (const arm of second % 2 ? open.toReversed() : open) await arm.measure(1)
    }
    const results = open.map((arm) => arm.take())
    return { results, foreign: Math.max(...results.map(({ foreign }) => foreign)) }
  }
  const turns = await calmest(times, oneTurn, makeUpUntil)
  const runs = arms.map((arm, index) => [arm, turns.map(({ results }) => results[index]!)] as const)
  const row = ([arm, of]: (typeof runs)[number]) => ({
    arm,
    'p50 ms': median(of.map((run) => run.p50)),
    'p99 ms': median(of.map((run) => run.p99)),
    'CPU us/message': median(of.map((run) => run.cpu_us)),
    incomplete: sum(of.map((run) => run.incomplete)),
    'others used': percent(Math.max(...of.map((run) => run.foreign))),
  })
  printTable(`${title}, ${setting.per_second} alerts/s (medians of ${times})`, runs.map(row))
  return Object.fromEntries(runs) as Record<A, FanOut[]>
}

/** Median of the ratios within each turn: what disturbs a turn disturbs both of its arms. */
function ratioOf(ours: FanOut[], other: FanOut[], of: 'p50' | 'p99' | 'cpu_us'): number {
  return median(ours.map((run, turn) => run[of] / other[turn]![of]))
}
