import { setTimeout as wait } from 'node:timers/promises'
import { createStaff, createStickers, type BenchDatabase } from './bench-database.ts'
import { openArm } from './fan-out.ts'
import { watchForeignLoad } from './foreign-load.ts'
import { accessFor } from './lists-database.ts'
import { get } from './lists-reader.ts'
import { median, percentile, printTable } from './statistics.ts'
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

interface Turn {
  screen_p50: number
  screen_p99: number
  read_p50: number
  read_p99: number
  incomplete: number
  done: number
  foreign: number
}

/**
 * What people notice of other work: alerts are pressed and lists read at a steady pace on one server with 50 screens, by
 * turns while it rests and while it works. Judges the ratios, and that no alert is missed; returns what each busy turn
 * got done.
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
    const stop = new AbortController()
    const working = busily ? work({ url, access }, stop.signal) : Promise.resolve(0)
    const foreign = watchForeignLoad()
    const [, reads] = await Promise.all([arm.measure(seconds), readLists()])
    const share = foreign()
    stop.abort()
    const { latencies, incomplete } = arm.take()
    return {
      screen_p50: percentile(latencies, 0.5),
      screen_p99: percentile(latencies, 0.99),
      read_p50: percentile(reads, 0.5),
      read_p99: percentile(reads, 0.99),
      incomplete,
      done: await working,
      foreign: share,
    }
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

  const pairs: Record<'resting' | 'busy', Turn>[] = []
  try {
    await oneTurn(true)
    for (let turn = 0; turn < turns; turn++) {
      // The order changes, so that whatever drifts disturbs both alike.
      const [first, second] = turn % 2 ? [true, false] : [false, true]
      const pair = [await oneTurn(first), await oneTurn(second)]
      pairs.push({ resting: pair[first ? 1 : 0]!, busy: pair[first ? 0 : 1]! })
    }
  } finally {
    await arm.close()
  }
  for (const arm of ['resting', 'busy'] as const) {
    const rows = pairs.map((pair) => ({ ...pair[arm], foreign: `${Math.round(pair[arm].foreign * 100)} %` }))
    printTable(arm === 'busy' ? `While ${busy}` : 'Resting', rows)
  }
  const ratio = (of: (turn: Turn) => number) => median(pairs.map((pair) => of(pair.busy) / of(pair.resting)))
  if (lists) {
    report.judge(
      `list page p99, ${busy} over resting`,
      ratio((turn) => turn.read_p99),
      'at most',
      1.5,
    )
  }
  report.judge(
    `press to last screen p99, ${busy} over resting`,
    ratio((turn) => turn.screen_p99),
    'at most',
    1.5,
  )
  report.judge(
    `press to last screen p99 while ${busy}, ms`,
    median(pairs.map((pair) => pair.busy.screen_p99)),
    'at most',
    100,
  )
  report.judge(
    'alerts that did not reach every screen',
    pairs.reduce((sum, pair) => sum + pair.busy.incomplete + pair.resting.incomplete, 0),
    'at most',
    0,
  )
  report.data['turns'] = pairs
  return pairs.map((pair) => pair.busy.done)
}
