import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SECRET_KEY, startBenchDatabase } from './bench-database.ts'
import { measureBeside } from './beside.ts'
import { startProcess } from './processes.ts'
import { Report } from './verdicts.ts'

/**
 * `npm run bench -- bulk-beside`: what people notice of a bulk job: the worker rests, or makes one job of 5,000 after the
 * other. Options: --turns N, --seconds N, --count N, --out FILE.
 */
const { values: options } = parseArgs({
  options: {
    turns: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '8' },
    count: { type: 'string', default: '5000' },
    out: { type: 'string' },
  },
})

const report = new Report()
// On a disk that stands still at times the slowest presses are those, with and without a job.
const bench = await startBenchDatabase({ in_memory: true })
try {
  const worker = await startProcess(path.join(import.meta.dirname, '../../worker/main.ts'), {
    environment: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATABASE_URL: bench.url,
      DATA_DIR: path.join(bench.folder, 'data'),
      TMPDIR: bench.folder,
      SECRET_KEY,
    },
  })
  try {
    const jobs = await measureBeside({
      bench,
      report,
      turns: Number(options.turns),
      seconds: Number(options.seconds),
      busy: 'making a job',
      lists: true,
      work: makeJobs,
    })
    report.judge('jobs made per busy turn', Math.min(...jobs), 'at least', 1)
  } finally {
    await worker.stop()
  }
} finally {
  await bench.stop()
}
report.finish(options.out)
process.exit()

/** One job after the other until told to stop, the last one to its end; how many. */
async function makeJobs({ url, access }: { url: string; access: string }, signal: AbortSignal): Promise<number> {
  let made = 0
  while (!signal.aborted) {
    const answer = await fetch(`${url}/api/qr/jobs/create/`, {
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
