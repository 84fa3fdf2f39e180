/**
 * `npm run bench -- capacity`: what one database and one process carry (docs/capacity.md). Whole presses, scan pages and
 * messages by the code of the product; then the changes a second that pass the one-row counter which numbers the live feed,
 * and that would pass several, one for each region. A change does what the last statement of every alert's transaction does:
 * takes the number, appends the event, notifies and commits; the row stays locked until the commit. `wait` is what a commit
 * waits for besides the local disk: a synchronous standby so far away.
 * Options: --seconds N (of each arm), --connections N, --messages N, --out FILE.
 */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { raiseAlert } from '@tvarit/shared/domain/emergency/alerts/raise-alert'
import { createMessage } from '@tvarit/shared/domain/ground/messages/create-message'
import { readConfig } from '@tvarit/shared/platform/config'
import type { Ctx } from '@tvarit/shared/platform/context'
import { createDatabase } from '@tvarit/shared/platform/database'
import { createLog } from '@tvarit/shared/platform/log'
import pg from 'pg'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { createStickers, SECRET_KEY, startBenchDatabase } from './bench-database.ts'
import { watchForeignLoad } from './foreign-load.ts'
import { cpuSeconds, startProcess } from './processes.ts'
import { startReadServer } from './lists-reader.ts'
import { startProvider } from './provider.ts'
import { nowMs, percentile, printTable, short } from './statistics.ts'
import { Report } from './verdicts.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    messages: { type: 'string', default: '3000' },
    connections: { type: 'string', default: '32' },
    out: { type: 'string' },
  },
})
const COUNTERS = [1, 2, 4, 8]
const WAITS_MS = [0, 1, 2, 5]
const PRESS = { first_respondent_phone: null, latitude: 12.97, longitude: 77.59, accuracy: 12 }
/** Changes a second that a disaster asks of the counter (docs/capacity.md). */
const NEEDED = 600
const connections = Number(options.connections)
const bench = await startBenchDatabase()
const pool = new pg.Pool({ connectionString: bench.url, max: connections })
// They end with the database.
pool.on('error', () => {})
const report = new Report()
const foreign = watchForeignLoad()

/** Does `work` on every connection again and again for so long; changes a second and how long each took. */
async function saturate(work: (lane: number) => Promise<unknown>): Promise<{ per_second: number; p99: number }> {
  const times: number[] = []
  const [begin, end] = [nowMs(), nowMs() + Number(options.seconds) * 1_000]
  await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      while (nowMs() < end) {
        const at = nowMs()
        await work(lane)
        times.push(nowMs() - at)
      }
    }),
  )
  return { per_second: (times.length * 1_000) / (nowMs() - begin), p99: percentile(times, 0.99) }
}

/** Scan pages that one server answers in a second, and its processor time for each. */
async function readScanPages(stickers: readonly string[]) {
  const { server, url } = await startReadServer(bench)
  let read = 0
  const page = async () => {
    const answer = await fetch(`${url}/s/${stickers[read++ % stickers.length]}`)
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`A scan page was answered with ${answer.status}`)
  }
  try {
    await page()
    const cpu = cpuSeconds(server.pid)
    const { per_second, p99 } = await saturate(page)
    return { per_second, p99, cpu_ms: ((cpuSeconds(server.pid) - cpu) * 1_000) / read }
  } finally {
    await server.stop()
  }
}

/** Messages that wait for a worker when it starts: how many a second it hands to a provider that answers at once. */
async function sendMessages(): Promise<{ per_second: number; cpu_ms: number }> {
  const count = Number(options.messages)
  const provider = await startProvider()
  await bench.db.transaction().execute(async (tx) => {
    for (let n = 0; n < count; n++) {
      await createMessage(tx, {
        to_phone: String(9_000_000_000 + n),
        template: 'renewal_reminder',
        params: { days: 7, end_date: '2027-01-01', url: 'https://tvarit.example/' },
        dedupe_key: `bench-${n}`,
        valid_seconds: 3_600,
      })
    }
  })
  const worker = await startProcess(path.join(import.meta.dirname, '../../worker/main.ts'), {
    environment: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: bench.url,
      DATA_DIR: path.join(bench.folder, 'data'),
      SECRET_KEY,
      ...carrierSettings(provider, ['twilio']),
    },
  })
  try {
    while (provider.calls.length < count / 10) await wait(10)
    const [begun, cpu, begin] = [provider.calls.length, cpuSeconds(worker.pid), nowMs()]
    while (provider.calls.length < count) await wait(10)
    const sent = count - begun
    return { per_second: (sent * 1_000) / (nowMs() - begin), cpu_ms: ((cpuSeconds(worker.pid) - cpu) * 1_000) / sent }
  } finally {
    await worker.stop()
    await provider.close()
  }
}

try {
  const messages = await sendMessages()
  const stickers = await createStickers(bench, 50_000)
  const config = readConfig({ DATABASE_URL: bench.url, SECRET_KEY })
  const ctx = { db: createDatabase(pool), config, log: createLog('bench', 'silent'), actor: null, ip: null } as Ctx
  const scans = await readScanPages(stickers.slice(0, 5_000))
  const press = await saturate(() =>
    raiseAlert({ ctx, input: { token: stickers.pop()!, scan_id: randomUUID(), ...PRESS } }),
  )
  await bench.pool.query(`
    create table counters (region integer primary key, n bigint not null) with (fillfactor = 10);
    insert into counters select n, 0 from generate_series(0, 7) n;
    create table region_events (region integer, seq bigint, alert_id bigint, kind text, detail jsonb,
      at timestamptz default now(), primary key (region, seq));
    create index on region_events (alert_id, seq);
    create function wait_at_commit() returns trigger language plpgsql as $$ begin
      perform pg_sleep(current_setting('bench.wait')::float8 / 1000); return null; end $$;
    create constraint trigger at_commit after insert on region_events deferrable initially deferred
      for each row when (current_setting('bench.wait') <> '0') execute function wait_at_commit();
    alter database bench set bench.wait = '0'`)
  const rows: {
    'wait, ms': number
    notify: string
    counters: number
    'changes a second': number
    'p99, ms': number
  }[] = []
  // NOTIFY orders all commits by a lock of its own, however many counters there are.
  const arms = [true, false].flatMap((notify) => COUNTERS.map((counters) => ({ notify, counters })))
  for (const wait_ms of WAITS_MS) {
    for (const { notify, counters } of arms) {
      const { per_second, p99 } = await saturate((lane) =>
        pool.query(
          `with waits as materialized (select set_config('bench.wait', '${wait_ms}', false)),
           next as (update counters set n = n + 1 from waits where region = ${lane % counters} returning region, n),
           appended as (insert into region_events (region, seq, alert_id, kind, detail)
             select region, n, n, 'raised', '{}' from next returning seq)
           select seq ${notify ? `, pg_notify('live', '')` : ''} from appended`,
        ),
      )
      rows.push({
        'wait, ms': wait_ms,
        notify: notify ? 'inside' : 'outside',
        counters,
        'changes a second': per_second,
        'p99, ms': p99,
      })
    }
  }
  printTable(`Changes a second through the counter, ${connections} connections that do nothing else`, rows)
  printTable('The whole press, by the code of the product in one process', [
    { 'presses a second': press.per_second, 'p99, ms': press.p99 },
  ])
  printTable('Scan pages of one server', [
    { 'pages a second': scans.per_second, 'p99, ms': scans.p99, 'CPU of the server, ms each': scans.cpu_ms },
  ])
  printTable('Messages of one worker', [
    { 'a second': messages.per_second, 'CPU of the worker, ms each': messages.cpu_ms },
  ])
  const of = (notify: string, counters: number) =>
    rows.find((row) => row['wait, ms'] === 2 && row.notify === notify && row.counters === counters)!['changes a second']
  report.judge('changes a second through one counter, standby 2 ms away', of('inside', 1), 'at least', NEEDED)
  report.judge(
    'four counters without NOTIFY over one, standby 2 ms away',
    of('outside', 4) / of('inside', 1),
    'at least',
    2,
  )
  report.data['rows'] = rows
  report.data['press'] = press
  report.data['scans'] = scans
  report.data['messages'] = messages
  console.log(`\nOthers used ${short(foreign() * 100)} % of the machine meanwhile.`)
  report.finish(options.out)
} finally {
  await pool.end()
  await bench.stop()
}
process.exit()
