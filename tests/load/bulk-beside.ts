import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createStaff, createStickers, SECRET_KEY, startBenchDatabase } from './bench-database.ts'
import { openArm } from './fan-out.ts'
import { watchForeignLoad } from './foreign-load.ts'
import { accessFor } from './lists-database.ts'
import { get } from './lists-reader.ts'
import { startProcess } from './processes.ts'
import { median, percentile, printTable } from './statistics.ts'
import { Report } from './verdicts.ts'

/**
 * `npm run bench:bulk-beside`: what people notice of a bulk job. Alerts are pressed and lists read at a steady pace, by
 * turns while the worker rests and while it makes one job of 5,000 after the other. Options: --turns N, --seconds N,
 * --count N, --out FILE.
 */
const { values: options } = parseArgs({
  options: {
    turns: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '8' },
    count: { type: 'string', default: '5000' },
    out: { type: 'string' },
  },
})
const seconds = Number(options.seconds)
const READS_PER_SECOND = 20
const PRESSES_PER_SECOND = 10
const SCREENS = 50

interface Turn {
  screen_p50: number
  screen_p99: number
  read_p50: number
  read_p99: number
  incomplete: number
  jobs: number
  foreign: number
}

const report = new Report()
const bench = await startBenchDatabase()
try {
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
  const worker = await startProcess(path.join(import.meta.dirname, '../../worker/main.ts'), {
    environment: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATABASE_URL: bench.url,
      DATA_DIR: path.join(bench.folder, 'data'),
      SECRET_KEY,
    },
  })
  const turns: Record<'resting' | 'making', Turn>[] = []
  try {
    await oneTurn(true)
    for (let turn = 0; turn < Number(options.turns); turn++) {
      // The order changes, so that whatever drifts disturbs both alike.
      const [first, second] = turn % 2 ? [true, false] : [false, true]
      const pair = [await oneTurn(first), await oneTurn(second)]
      turns.push({ resting: pair[first ? 1 : 0]!, making: pair[first ? 0 : 1]! })
    }
  } finally {
    await worker.stop()
    await arm.close()
  }

  for (const arm of ['resting', 'making'] as const) {
    printTable(
      `Worker ${arm}`,
      turns.map((turn) => ({ ...turn[arm], foreign: `${Math.round(turn[arm].foreign * 100)} %` })),
    )
  }
  const ratio = (of: (turn: Turn) => number) => median(turns.map((turn) => of(turn.making) / of(turn.resting)))
  report.judge(
    'list page p99, worker making over resting',
    ratio((turn) => turn.read_p99),
    'at most',
    1.5,
  )
  report.judge(
    'press to last screen p99, worker making over resting',
    ratio((turn) => turn.screen_p99),
    'at most',
    1.5,
  )
  report.judge(
    'press to last screen p99 beside a job, ms',
    median(turns.map((turn) => turn.making.screen_p99)),
    'at most',
    100,
  )
  report.judge(
    'alerts that did not reach every screen',
    turns.reduce((sum, turn) => sum + turn.making.incomplete + turn.resting.incomplete, 0),
    'at most',
    0,
  )
  report.judge('jobs made per busy turn', Math.min(...turns.map((turn) => turn.making.jobs)), 'at least', 1)
  report.data['turns'] = turns

  async function oneTurn(busy: boolean): Promise<Turn> {
    const stop = new AbortController()
    const making = busy ? makeJobs(stop.signal) : Promise.resolve(0)
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
      jobs: await making,
      foreign: share,
    }
  }

  async function readLists(): Promise<number[]> {
    const begin = performance.now()
    const reads: Promise<{ ms: number }>[] = []
    for (let n = 0; n < seconds * READS_PER_SECOND; n++) {
      const early = begin + (n * 1_000) / READS_PER_SECOND - performance.now()
      if (early > 0) await wait(early)
      reads.push(get(`${arm.urls[0]}/api/coupons/?page=1`, access))
    }
    return (await Promise.all(reads)).map(({ ms }) => ms)
  }

  /** One job after the other until told to stop, the last one to its end; how many. */
  async function makeJobs(signal: AbortSignal): Promise<number> {
    let made = 0
    while (!signal.aborted) {
      const answer = await fetch(`${arm.urls[0]}/api/qr/jobs/create/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
        body: JSON.stringify({ count: Number(options.count) }),
      })
      if (answer.status !== 201) throw new Error(`A job was refused: ${answer.status} ${await answer.text()}`)
      const { id } = (await answer.json()) as { id: number }
      for (;;) {
        await wait(50)
        const { status } = await bench.db
          .selectFrom('bulk_jobs')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        if (status === 'FAILED') throw new Error(`Job ${id} failed`)
        if (status === 'COMPLETED') break
      }
      made++
    }
    return made
  }
} finally {
  await bench.stop()
}
report.finish(options.out)
process.exit()
