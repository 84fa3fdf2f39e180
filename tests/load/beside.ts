import { setTimeout as wait } from 'node:timers/promises'
import { closeAlerts, createStaff, createStickers, type BenchDatabase } from './bench-database.ts'
import { calmest } from './calmest.ts'
import { openArm } from './fan-out.ts'
import { watchForeignLoad } from './foreign-load.ts'
import { accessFor } from './lists-database.ts'
import { get } from './lists-reader.ts'
import { percentile, printTable } from './statistics.ts'
import type { Report } from './verdicts.ts'

const READS_PER_SECOND = 20
const PRESSES_PER_SECOND = 10
const SCREENS = 50

export interface Beside {
  bench: BenchDatabase
  report: Report
  turns: number
  /** Of one turn. */
  seconds: number
  /** What the work is called in the tables and targets: 'making a job'. */
  busy: string
  /** Whether lists are judged, too. */
  lists: boolean
  /** Does the other work until told to stop; how much of it was done. `access` is an admin's. */
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

type Pair = Record<'resting' | 'busy', Turn>

/**
 * What people notice of other work: alerts are pressed and lists read at a steady pace on one server with 50 screens, by
 * turns while it rests and while it works. Judges the ratios of all turns together (one turn has too few presses for a
 * p99), and that no alert is missed; returns what each busy turn got done.
 */
export async function measureBeside({ bench, report, turns, seconds, busy, lists, work }: Beside): Promise<number[]> {
  const tokens = await createStaff(bench, SCREENS)
  const pool = await createStickers(bench, 20_000)
  const access = await accessFor(bench, 'admin')
  const arm = await openArm({
    arm: 'ours',
    bench,
    tokens,
    stickers: (count) => pool.splice(0, count),
    screens: SCREENS,
    servers: 1,
    per_second: PRESSES_PER_SECOND,
    warm_s: 3,
    worker: true,
  })
  const url = arm.urls[0]!

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
    return { screens: latencies, reads, incomplete, done: await working, foreign: share }
  }

  async function readLists(): Promise<number[]> {
    const begin = performance.now()
    const reads: Promise<{ ms: number }>[] = []
    for (let n = 0; n < seconds * READS_PER_SECOND; n++) {
      const early = begin + (n * 1_000) / READS_PER_SECOND - performance.now()
      if (early > 0) await wait(early)
      reads.push(get(`${url}/api/coupons/?page=1`, access))
    }
    return (await Promise.all(reads)).map(({ ms }) => ms)
  }

  // The order changes, so that whatever drifts disturbs both alike.
  let turned = false
  async function onePair(): Promise<Pair> {
    turned = !turned
    const [first, second] = [await oneTurn(!turned), await oneTurn(turned)]
    return turned ? { resting: first, busy: second } : { resting: second, busy: first }
  }

  let pairs: Pair[]
  try {
    await oneTurn(true)
    const noise = ({ resting, busy }: Pair) => Math.max(resting.foreign, busy.foreign)
    pairs = await calmest({ times: turns, measure: onePair, noise })
  } finally {
    await arm.close()
  }
  const together = (arm: keyof Pair, of: 'screens' | 'reads') => pairs.flatMap((pair) => pair[arm][of])
  for (const arm of ['resting', 'busy'] as const) {
    const line = (turn: string, screens: number[], reads: number[], foreign: string) => ({
      turn,
      presses: String(screens.length),
      'screen p50': percentile(screens, 0.5),
      'screen p99': percentile(screens, 0.99),
      'list p50': percentile(reads, 0.5),
      'list p99': percentile(reads, 0.99),
      'others used': foreign,
    })
    printTable(arm === 'busy' ? `While ${busy}` : 'Resting', [
      ...pairs.map((pair, n) => {
        const { screens, reads, foreign } = pair[arm]
        return line(String(n + 1), screens, reads, `${Math.round(foreign * 100)} %`)
      }),
      line('all', together(arm, 'screens'), together(arm, 'reads'), ''),
    ])
  }
  const p99 = (arm: keyof Pair, of: 'screens' | 'reads') => percentile(together(arm, of), 0.99)
  if (lists) {
    report.judge(`list page p99, ${busy} over resting`, p99('busy', 'reads') / p99('resting', 'reads'), 'at most', 1.5)
  }
  report.judge(
    `press to last screen p99, ${busy} over resting`,
    p99('busy', 'screens') / p99('resting', 'screens'),
    'at most',
    1.5,
  )
  report.judge(`press to last screen p99 while ${busy}, ms`, p99('busy', 'screens'), 'at most', 100)
  report.judge(
    'alerts that did not reach every screen',
    pairs.reduce((sum, pair) => sum + pair.busy.incomplete + pair.resting.incomplete, 0),
    'at most',
    0,
  )
  report.data['turns'] = pairs
  return pairs.map((pair) => pair.busy.done)
}
