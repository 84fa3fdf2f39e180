import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createMessage } from '@tvarit/shared/domain/ground/messages/create-message'
import { Queue, Worker } from 'bullmq'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { provideRedis } from '../harness/provide-redis.ts'
import { runMigrations } from 'graphile-worker'
import { besideBacklog } from './backlog-arm.ts'
import { SECRET_KEY, startBenchDatabase } from './bench-database.ts'
import { startProcess, type Started } from './processes.ts'
import { startProvider } from './provider.ts'
import { median, nowMs, percentile, printTable } from './statistics.ts'
import { Report } from './verdicts.ts'

/**
 * `npm run bench -- messages`: from the commit of a message to the call of its provider, beside graphile-worker on the same
 * PostgreSQL; then what a dead worker, a dead database and a dead provider cost. Options: --turns N, --messages N,
 * --only backlog, --redis URL (for the queue's defaults after a kill, which takes a minute), --out FILE. What waits beside an
 * alert is tried with both stores of queues; Redis is started here.
 */
const { values: options } = parseArgs({
  options: {
    turns: { type: 'string', default: '5' },
    messages: { type: 'string', default: '60' },
    only: { type: 'string' },
    redis: { type: 'string' },
    out: { type: 'string' },
  },
})
const [turns, messages] = [Number(options.turns), Number(options.messages)]
/** Between two messages, so that each finds an idle worker. */
const PAUSE_MS = 40
const WARM = 15

const report = new Report()
const bench = await startBenchDatabase()
const provider = await startProvider()
let phones = 9_000_000_000

try {
  await runMigrations({ pgPool: bench.pool })
  const arms = { pickup, backlog, deadWorker, deadDatabase, deadProvider }
  for (const [name, measure] of Object.entries(arms)) if (!options.only || options.only === name) await measure()
  if (options.redis) await stockAfterKill(options.redis)
} finally {
  await provider.close()
  await bench.stop()
}
report.finish(options.out)
process.exit()

function startOurs(
  providers: ('twilio' | 'msg91')[] = ['twilio'],
  settings: Record<string, string> = {},
): Promise<Started> {
  return startProcess(path.join(import.meta.dirname, '../../worker/main.ts'), {
    environment: {
      NODE_ENV: 'test',
      LOG_LEVEL: process.env['BENCH_LOG'] ?? 'fatal',
      DATABASE_URL: bench.url,
      DATA_DIR: path.join(bench.folder, 'data'),
      SECRET_KEY,
      ...carrierSettings(provider, providers),
      ...settings,
    },
  })
}

function startGraphile(): Promise<Started> {
  return startProcess(path.join(import.meta.dirname, 'graphile-arm.ts'), {
    environment: { DATABASE_URL: bench.url, PROVIDER: provider.url },
  })
}

/** Commits one message as our verbs do; resolves with the number and the moment the commit was acknowledged. */
async function addOurs(): Promise<{ to: string; at_ms: number }> {
  const to = String(phones++)
  await bench.db.transaction().execute((tx) =>
    createMessage(tx, {
      to_phone: to,
      template: 'renewal_reminder',
      params: { days: 7, end_date: '2027-01-01', url: 'https://tvarit.example/' },
      dedupe_key: `bench-${to}`,
      valid_seconds: 600,
    }),
  )
  return { to, at_ms: nowMs() }
}

/** The same with the peer: a row of one's own and its job in one transaction. */
async function addGraphile(): Promise<{ to: string; at_ms: number }> {
  const to = String(phones++)
  const client = await bench.pool.connect()
  try {
    await client.query('begin')
    await client.query(`insert into audit_log (action, subject, detail) values ('bench', 'bench', '{}')`)
    await client.query(`select graphile_worker.add_job('send', json_build_object('to', $1::text))`, [to])
    await client.query('commit')
  } finally {
    client.release()
  }
  return { to, at_ms: nowMs() }
}

async function calledAt(to: string, within_ms = 90_000): Promise<number> {
  for (const until = nowMs() + within_ms; nowMs() < until;) {
    const call = provider.calls.find((each) => each.to === to)
    if (call) return call.at_ms
    await wait(1)
  }
  throw new Error(`The provider was not called for ${to} within ${within_ms} ms`)
}

async function pickup(): Promise<void> {
  const arms = {
    ours: { start: () => startOurs(), add: addOurs },
    graphile: { start: startGraphile, add: addGraphile },
  }
  const rows: Record<string, string | number>[] = []
  const p50: Record<keyof typeof arms, number[]> = { ours: [], graphile: [] }
  for (let turn = 0; turn < turns; turn++) {
    for (const name of turn % 2 ? (['graphile', 'ours'] as const) : (['ours', 'graphile'] as const)) {
      const worker = await arms[name].start()
      const taken: number[] = []
      for (let n = 0; n < WARM + messages; n++) {
        const { to, at_ms } = await arms[name].add()
        const ms = (await calledAt(to)) - at_ms
        if (n >= WARM) taken.push(ms)
        await wait(PAUSE_MS)
      }
      await worker.stop()
      p50[name].push(median(taken))
      rows.push({ turn, arm: name, p50: median(taken), p99: percentile(taken, 0.99) })
    }
  }
  printTable('From the commit to the call of the provider, ms', rows)
  report.data['pickup'] = rows
  report.judge('commit to provider p50, ms', median(p50.ours), 'at most', 50)
}

/** An alert's message beside 10,000 codes and 100,000 others that wait, on both stores of queues. */
async function backlog(): Promise<void> {
  const redis = await provideRedis(bench.folder)
  const stores: Record<string, Record<string, string>> = { postgres: {}, redis: { REDIS_URL: redis.url } }
  const rows = []
  for (const [store, settings] of Object.entries(stores)) {
    const measured = await besideBacklog(bench, provider, () =>
      startOurs(['twilio'], { ...settings, OTHER_MESSAGES_PER_DAY: '1000000' }),
    )
    rows.push({ store, ...measured })
    report.judge(`alert beside a backlog, queues on ${store}, p99, ms`, measured.p99, 'at most', 200)
  }
  await redis.stop()
  await bench.pool.query('truncate outbox, messages cascade')
  printTable('From the commit to the call of the provider beside 110,000 messages that wait, ms', rows)
  report.data['backlog'] = rows
}

/** The provider has the message in hand when the worker is killed: another one must send it. */
async function deadWorker(): Promise<void> {
  const took: number[] = []
  for (let round = 0; round < 3; round++) {
    const [first, second] = [await startOurs(), await startOurs()]
    provider.silence('twilio', true)
    const { to } = await addOurs()
    await calledAt(to)
    // Both are killed, as nobody knows which of them has it, and one comes back at once.
    first.child.kill('SIGKILL')
    second.child.kill('SIGKILL')
    const killed = nowMs()
    provider.silence('twilio', false)
    const third = await startOurs()
    const again = await until(() => provider.calls.filter((call) => call.to === to)[1]?.at_ms)
    took.push(again - killed)
    await third.stop()
  }
  printTable(
    'Worker killed while sending: until it is sent again, ms',
    took.map((ms) => ({ ms })),
  )
  report.data['dead_worker'] = took
  report.judge('worker killed, message sent again within, ms', Math.max(...took), 'at most', 6_000)
}

async function deadDatabase(): Promise<void> {
  const worker = await startOurs()
  const took: number[] = []
  for (let round = 0; round < 3; round++) {
    const { to: before } = await addOurs()
    await calledAt(before)
    await bench.restart(1_500)
    const back = nowMs()
    const { to } = await addOurs()
    took.push((await calledAt(to)) - back)
  }
  await worker.stop()
  printTable(
    'Database away for 1.5 s and back: until a message moves, ms',
    took.map((ms) => ({ ms })),
  )
  report.data['dead_database'] = took
  report.judge('database back, messages move within, ms', Math.max(...took), 'at most', 1_000)
}

async function deadProvider(): Promise<void> {
  provider.silence('msg91', true)
  const took: number[] = []
  for (let round = 0; round < 3; round++) {
    // A fresh worker each time: its breaker has not heard of the silence.
    const worker = await startOurs(['msg91', 'twilio'])
    const { to } = await addOurs()
    const first = await until(() => provider.calls.find((call) => call.to === to && call.provider === 'msg91')?.at_ms)
    const second = await until(() => provider.calls.find((call) => call.to === to && call.provider === 'twilio')?.at_ms)
    took.push(second - first)
    await worker.stop()
  }
  provider.silence('msg91', false)
  printTable(
    'First provider dead: until the second is called, ms',
    took.map((ms) => ({ ms })),
  )
  report.data['dead_provider'] = took
  // A timer of 3,000 ms ends a little after 3,000 ms.
  report.judge('first provider dead, second called after, ms', median(took), 'at most', 3_050)
}

/** The queue as it comes: a worker with its defaults is killed, another one with its defaults gets the job. */
async function stockAfterKill(url: string): Promise<void> {
  const connection = { url, maxRetriesPerRequest: null }
  const name = `stock-${process.pid}`
  const queue = new Queue(name, { connection })
  const script = `
    const { Worker } = await import('bullmq')
    const worker = new Worker('${name}', () => { process.stdout.write('taken'); return new Promise(() => {}) }, { connection: ${JSON.stringify(connection)} })
    worker.on('error', () => {})`
  await queue.add('send', {})
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 3_000,
      killSignal: 'SIGKILL',
      stdio: 'pipe',
    })
  } catch {
    // killed, as it should be
  }
  const killed = nowMs()
  const again = Promise.withResolvers<number>()
  const worker = new Worker(name, async () => again.resolve(nowMs()), { connection })
  worker.on('error', () => {})
  const ms = (await again.promise) - killed
  await worker.close()
  await queue.obliterate({ force: true })
  await queue.close()
  report.data['stock_after_kill'] = ms
  printTable('The queue with its defaults, worker killed: until the job runs again, ms', [{ ms }])
}

async function until<T>(look: () => T | undefined): Promise<T> {
  for (const end = nowMs() + 90_000; nowMs() < end; await wait(1)) {
    const found = look()
    if (found !== undefined) return found
  }
  throw new Error('It did not happen within 90 s')
}
