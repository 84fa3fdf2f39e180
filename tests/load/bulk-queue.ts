import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createBulkJob } from '@tvarit/shared/domain/stickers/bulk-jobs/create-bulk-job'
import { readConfig } from '@tvarit/shared/platform/config'
import type { SignedInCtx } from '@tvarit/shared/platform/context'
import { createLog } from '@tvarit/shared/platform/log'
import { createStorage } from '@tvarit/shared/platform/storage/create-storage'
import { unzip } from '../harness/unzip.ts'
import { SECRET_KEY, startBenchDatabase } from './bench-database.ts'
import { residentMb, startProcess } from './processes.ts'
import { printTable } from './statistics.ts'
import { Report } from './verdicts.ts'

/**
 * `npm run bench:bulk-queue`: many bulk jobs queued at once for several workers. Judges that all complete with exactly
 * their coupons, that no worker lost the lock of a job, and that memory stays flat. Options: --jobs N, --count N,
 * --workers N, --redis URL (else the queues are in PostgreSQL), --out FILE.
 */
const { values: options } = parseArgs({
  options: {
    jobs: { type: 'string', default: '20' },
    count: { type: 'string', default: '5000' },
    workers: { type: 'string', default: '3' },
    redis: { type: 'string' },
    out: { type: 'string' },
  },
})
const [jobs, count, workerCount] = [options.jobs, options.count, options.workers].map(Number) as [
  number,
  number,
  number,
]
const report = new Report()
const bench = await startBenchDatabase()
try {
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATABASE_URL: bench.url,
    DATA_DIR: path.join(bench.folder, 'data'),
    SECRET_KEY,
    PUBLIC_URL: 'https://www.tvarit.example',
    ...(options.redis ? { REDIS_URL: options.redis } : {}),
  }
  const config = readConfig(environment)
  const actor = await bench.db
    .insertInto('users')
    .values({ first_name: 'Meera', last_name: 'Iyer', phone_number: '9000000001', role: 'admin' })
    .returning(['id', 'role', 'first_name'])
    .executeTakeFirstOrThrow()
  const log = createLog('bench', 'silent')
  const ctx: SignedInCtx = {
    db: bench.db,
    config,
    log,
    storage: createStorage(config),
    actor: { ...actor, session_id: '' },
    ip: null,
    user_agent: null,
  }
  let troubles = 0
  const workers = await Promise.all(
    Array.from({ length: workerCount }, () =>
      startProcess(path.join(import.meta.dirname, '../../worker/main.ts'), {
        environment,
        on_output: (line) => {
          // Whatever a worker has to warn of: a lock that could not be renewed, a stalled or failed job.
          troubles += 1
          console.error(line)
        },
      }),
    ),
  )
  const memory: number[][] = workers.map(({ pid }) => [residentMb(pid)])
  const begin = performance.now()
  const ids: number[] = []
  for (let n = 0; n < jobs; n++) ids.push((await createBulkJob({ ctx, input: { count, label_style: 'branded' } })).id)
  const queued = performance.now()
  let done = 0
  while (done < jobs) {
    if (performance.now() - begin > 300_000) throw new Error(`Only ${done} of ${jobs} jobs are done after 5 minutes`)
    await wait(200)
    for (const [index, { pid }] of workers.entries()) memory[index]!.push(residentMb(pid))
    const { n } = await bench.db
      .selectFrom('bulk_jobs')
      .select((query) => query.fn.countAll<number>().as('n'))
      .where('status', '=', 'COMPLETED')
      .executeTakeFirstOrThrow()
    done = n
  }
  const seconds = (performance.now() - queued) / 1_000
  await Promise.all(workers.map((worker) => worker.stop()))

  const { rows } = await bench.pool.query<Record<'coupons' | 'serials' | 'codes' | 'tokens', string>>(
    `select count(*) as coupons, count(distinct serial_number) as serials, count(distinct coupon_code) as codes,
       count(distinct token) as tokens from coupons`,
  )
  const wrong = await bench.pool.query(
    `select 1 from bulk_jobs j where count <> (select count(*) from coupons where bulk_job_id = j.id) or runs <> 1`,
  )
  const serials = new Set<string>()
  for (const id of ids) {
    const zip = unzip(await ctx.storage.read(`bulk/job-${id}.zip`))
    for (const name of zip.keys()) if (name.startsWith('qr/')) serials.add(name)
  }
  printTable(
    `${jobs} jobs of ${count}, ${workerCount} workers: ${seconds.toFixed(1)} s`,
    memory.map((samples, index) => ({
      worker: String(index + 1),
      'MB at start': samples[0]!,
      // The first half warms up.
      'most MB, first half': Math.max(...samples.slice(0, samples.length / 2)),
      'most MB, second half': Math.max(...samples.slice(samples.length / 2)),
    })),
  )
  report.judge('queueing a job, ms', (queued - begin) / jobs, 'at most', 50)
  report.judge(
    'coupons with a serial number, code and token of their own',
    Math.min(...Object.values(rows[0]!).map(Number)),
    'at least',
    jobs * count,
  )
  report.judge('pictures with a name of their own', serials.size, 'at least', jobs * count)
  report.judge('jobs with more or fewer coupons, or run twice', wrong.rows.length, 'at most', 0)
  report.judge('locks lost, jobs stalled or failed', troubles, 'at most', 0)
  const growth = memory.map((samples) => {
    const middle = samples.length / 2
    return Math.max(...samples.slice(middle)) / Math.max(...samples.slice(0, middle))
  })
  report.judge('memory of a worker, second half over first', Math.max(...growth), 'at most', 1.1)
  report.data['memory'] = memory
} finally {
  await bench.stop()
}
report.finish(options.out)
process.exit()
