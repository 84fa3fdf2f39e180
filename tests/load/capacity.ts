import { randomUUID } from 'node:crypto'
import { createMessage } from '@tvarit/shared/domain/messages/create-message'
import { raiseAlert } from '@tvarit/shared/domain/alerts/raise-alert'
import { createDatabase } from '@tvarit/shared/platform/database/database'
import pg from 'pg'
import { startFakeCarrier } from '../harness/carrier/fake-carrier.ts'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { until } from '../harness/until.ts'
import { measureDecade } from './decade.ts'
import { measureFootprint } from './footprint.ts'
import { nowMs } from './child.ts'
import { cpuSeconds, percentile, printTable, readOptions, report, runParts } from './harness.ts'
import { createStickers, startBenchDatabase, startServer, startWorker } from './product.ts'

/**
 * `npm run bench -- capacity`: what one database and one process carry (docs/capacity.md): whole presses, scan pages, messages
 * and the changes that pass the one-row counter of the live feed. Then what people wait for in a database with ten years in
 * it, beside one with its first month (decade.ts). `--only footprint`: connections, file descriptors and memory of each
 * process, and what 2, 4 and 8 cores carry by them (footprint.ts). Options: --only parts,footprint,decade, --seconds N (of each arm), --connections N,
 * --messages N; --years N, --alerts N (in all years), --subscribers N, --rounds N, --folder DIR (keeps the two databases
 * there for the next run).
 */
const options = readOptions({
  only: '',
  seconds: 3,
  connections: 32,
  messages: 3_000,
  years: 10,
  alerts: 1_500_000,
  subscribers: 600_000,
  rounds: 8,
  folder: '',
})
const { connections } = options
/** What a commit waits for besides the local disk: a synchronous standby so far away. */
const WAITS_MS = [0, 2, 5]
const PRESS = { first_respondent_phone: null, latitude: 12.97, longitude: 77.59, accuracy: 12 }
/** Changes a second that a disaster asks of the counter (docs/capacity.md). */
const NEEDED = 600

await runParts(
  { parts, footprint: () => measureFootprint(options), decade: () => measureDecade(options) },
  options.only,
)

async function parts(): Promise<void> {
  await using bench = await startBenchDatabase()
  const pool = new pg.Pool({ connectionString: bench.url, max: connections })
  // They end with the database.
  pool.on('error', () => {})
  const db = createDatabase(pool)
  const row = (what: string, { per_second, p99, cpu_ms }: Speed) => ({
    what,
    'a second': per_second,
    'p99, ms': p99,
    'CPU of the process, ms each': cpu_ms,
  })
  const messages = await sendMessages()
  const stickers = await createStickers(bench, 50_000)
  const rows = [row('messages of one worker', messages), row('scan pages of one server', await readScanPages())]
  const ctx = { ...bench.ctx(), db }
  const raise = () => raiseAlert({ ctx, input: { token: stickers.pop()!, scan_id: randomUUID(), ...PRESS } })
  rows.push(row('whole presses, in one process', await saturate(process.pid, raise)))
  for (const wait_ms of WAITS_MS) {
    const changes = await throughCounter(wait_ms)
    rows.push(row(`changes through the counter, standby ${wait_ms} ms away`, changes))
    const name = 'changes a second through the counter, standby 2 ms away'
    if (wait_ms === 2) report.judge(name, changes.per_second, 'at least', NEEDED)
  }
  printTable(`What each part carries, ${connections} at once`, rows)
  await db.destroy()

  interface Speed {
    per_second: number
    p99: number
    cpu_ms: number
  }

  /** Does `work` on every connection again and again; how often a second, how long each took, and what `pid` used. */
  async function saturate(pid: number, work: () => Promise<unknown>): Promise<Speed> {
    const times: number[] = []
    const [cpu, begin] = [cpuSeconds(pid), nowMs()]
    const one = async () => {
      while (nowMs() < begin + options.seconds * 1_000) {
        const at = nowMs()
        await work()
        times.push(nowMs() - at)
      }
    }
    await Promise.all(Array.from({ length: connections }, one))
    return {
      per_second: (times.length * 1_000) / (nowMs() - begin),
      p99: percentile(times, 0.99),
      cpu_ms: ((cpuSeconds(pid) - cpu) * 1_000) / times.length,
    }
  }

  async function readScanPages(): Promise<Speed> {
    await using server = await startServer(bench)
    let read = 0
    const page = async () => {
      const answer = await fetch(`${server.url}/s/${stickers[read++ % 5_000]}`)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`A scan page was answered with ${answer.status}`)
    }
    await page()
    return await saturate(server.pid, page)
  }

  /** Alerts' messages that wait for a worker when it starts, and a provider that answers at once. */
  async function sendMessages(): Promise<Speed> {
    const count = options.messages
    const carrier = await startFakeCarrier()
    await bench.db.transaction().execute(async (tx) => {
      for (let n = 0; n < count; n++) {
        await createMessage(tx, {
          to_phone: String(9_000_000_000 + n),
          template: 'relative_alert',
          params: {
            name: 'Asha',
            place: 'Pune',
            time: '14:05',
            url: 'https://tvarit.example/',
            call_back: '18001234567',
          },
          dedupe_key: `bench-${n}`,
          valid_seconds: 3_600,
        })
      }
    })
    await using worker = await startWorker(bench, carrierSettings(carrier, ['twilio']))
    const sent = (share: number) => until('messages are sent', () => carrier.accepted.length >= count * share)
    await sent(0.1)
    const [begun, cpu, begin] = [carrier.accepted.length, cpuSeconds(worker.pid), nowMs()]
    await sent(1)
    const measured = count - begun
    await carrier.close()
    return {
      per_second: (measured * 1_000) / (nowMs() - begin),
      p99: Number.NaN,
      cpu_ms: ((cpuSeconds(worker.pid) - cpu) * 1_000) / measured,
    }
  }

  /** A change appends an event; its commit takes the counter, and holds it for the wait of a standby. */
  async function throughCounter(wait_ms: number): Promise<Speed> {
    await bench.pool.query(`
      create or replace function bench_wait() returns trigger language plpgsql as
        $$ begin perform pg_sleep(${wait_ms / 1000}); return null; end $$;
      drop trigger if exists wait_as_standby on alert_events`)
    // Deferred triggers fire in the order of their names: this one after the one that takes the counter.
    if (wait_ms > 0)
      await bench.pool.query(`create constraint trigger wait_as_standby after insert on alert_events
        deferrable initially deferred for each row execute function bench_wait()`)
    const { rows } = await bench.pool.query<{ id: number }>(
      `insert into alerts (coupon_id, status_token) select id, 'counter-${wait_ms}' from coupons limit 1 returning id`,
    )
    return await saturate(process.pid, () =>
      pool.query(`insert into alert_events (alert_id, kind) values ($1, 'message')`, [rows[0]!.id]),
    )
  }
}
