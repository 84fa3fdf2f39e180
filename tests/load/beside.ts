import { openArm } from './fan-out.ts'
import { calmest, percent, percentile, printTable, report, sum, watchForeignLoad } from './harness.ts'
import { accessFor, type BenchDatabase, closeAlerts, createStaff, createStickers, get } from './product.ts'
import { atRate } from './presses.ts'

const READS_PER_SECOND = 20
const PRESSES_PER_SECOND = 10
const SCREENS = 50

export interface Beside {
  bench: BenchDatabase
  turns: number
  /** Of one turn. */
  seconds: number
  /** What the work is called in the tables and targets: 'making a job'. */
  busy: string
  /** The most that a press may take to the last screen meanwhile, p99. */
  limit_ms: number
  /** Whether lists are judged, too. */
  lists: boolean
  /** Does the other work until it is stopped; how much of it was done. `access` is an admin's. */
  work(server: { url: string; access: string }, signal: AbortSignal): Promise<number>
}

/** In milliseconds: press to last screen of each alert, and each list that was read. */
interface Turn {
  screens: number[]
  reads: number[]
  incomplete: number
  done: number
  foreign: number
}

/**
 * What people notice of other work: alerts are pressed and lists read at a steady pace on one server with 50 screens, by
 * turns while it rests and while it works. Judges the ratios of all turns together (one turn has too few presses for a
 * p99), and that no alert is missed; returns what each busy turn got done.
 */
export async function measureBeside(options: Beside): Promise<number[]> {
  const { bench, turns, seconds, busy, limit_ms, lists, work } = options
  const tokens = await createStaff(bench, SCREENS)
  const pool = await createStickers(bench, 20_000)
  const access = await accessFor(bench, 'admin')
  await using arm = await openArm({
    arm: 'ours',
    bench,
    tokens,
    stickers: (count) => pool.splice(0, count),
    screens: SCREENS,
    servers: 1,
    per_second: PRESSES_PER_SECOND,
    warm_s: 3,
  })
  const url = arm.urls[0]!
  const readLists = () =>
    atRate(seconds * READS_PER_SECOND, READS_PER_SECOND, () => get(`${url}/api/coupons/?page=1`, access))

  async function oneTurn(busily: boolean): Promise<Turn> {
    // Hundreds nobody takes would escalate in the turns after theirs.
    await closeAlerts(bench)
    const stop = new AbortController()
    const working = busily ? work({ url, access }, stop.signal) : Promise.resolve(0)
    const foreign = watchForeignLoad()
    const [, reads] = await Promise.all([arm.measure(seconds), readLists()])
    const share = foreign()
    stop.abort()
    const { latencies, incomplete } = arm.take()
    return { screens: latencies, reads: reads.map(({ ms }) => ms), incomplete, done: await working, foreign: share }
  }

  await oneTurn(true)
  // The order changes, so that a drift disturbs both alike.
  const pairs = await calmest(turns, async (turn) => {
    const [first, second] = [await oneTurn(turn % 2 === 1), await oneTurn(turn % 2 === 0)]
    const foreign = Math.max(first.foreign, second.foreign)
    return turn % 2 ? { resting: second, busy: first, foreign } : { resting: first, busy: second, foreign }
  })
  const together = (arm: 'resting' | 'busy', of: 'screens' | 'reads') => pairs.flatMap((pair) => pair[arm][of])
  const row = (arm: 'resting' | 'busy') => ({
    arm: arm === 'busy' ? busy : arm,
    presses: together(arm, 'screens').length,
    'screen p50': percentile(together(arm, 'screens'), 0.5),
    'screen p99': percentile(together(arm, 'screens'), 0.99),
    'list p50': percentile(together(arm, 'reads'), 0.5),
    'list p99': percentile(together(arm, 'reads'), 0.99),
    'others used': pairs.map((pair) => percent(pair[arm].foreign)).join(' '),
  })
  printTable(`What people notice in ${turns} turns, ms`, [row('resting'), row('busy')])
  const p99 = (arm: 'resting' | 'busy', of: 'screens' | 'reads') => percentile(together(arm, of), 0.99)
  const ratio = (of: 'screens' | 'reads') => p99('busy', of) / p99('resting', of)
  if (lists) report.judge(`list page p99, ${busy} over resting`, ratio('reads'), 'at most', 1.5)
  report.judge(`press to last screen p99, ${busy} over resting`, ratio('screens'), 'at most', 1.5)
  report.judge(`press to last screen p99 while ${busy}, ms`, p99('busy', 'screens'), 'at most', limit_ms)
  const missed = sum(pairs.map(({ busy, resting }) => busy.incomplete + resting.incomplete))
  report.judge('alerts that did not reach every screen', missed, 'at most', 0)
  return pairs.map(({ busy }) => busy.done)
}
