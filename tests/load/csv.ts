/**
 * `npm run bench:csv`: the subscribers of 1,000,000 as CSV through real HTTP against a plain COPY of the same columns to
 * /dev/null in the same run, with a fast and with a slow reader. Options: --subscribers N --coupons N, --database URL,
 * --rounds N, --out FILE.
 */
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { subscriberQuery } from '@tvarit/shared/domain/subscribers/profile/export-subscribers'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { watchForeignLoad } from './foreign-load.ts'
import { accessFor, openSeeded } from './lists-database.ts'
import { startReadServer } from './lists-reader.ts'
import { residentMb } from './processes.ts'
import { median, nowMs, printTable, short } from './statistics.ts'
import { Report } from './verdicts.ts'

const { values: options } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '1000000' },
    coupons: { type: 'string', default: '1000000' },
    database: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    out: { type: 'string' },
  },
})
const PERIOD = { start_date: '2000-01-01', end_date: '2100-01-01' }
const report = new Report()
const foreign = watchForeignLoad()
const bench = await openSeeded(options.database, {
  subscribers: Number(options.subscribers),
  coupons: Number(options.coupons),
})
const { server, url } = await startReadServer(bench)
try {
  const access = await accessFor(bench, 'admin')
  const address = `${url}/api/users/subscribers/download/?start_date=${PERIOD.start_date}&end_date=${PERIOD.end_date}`
  const rounds: ({ plain: number } & Awaited<ReturnType<typeof download>>)[] = []
  for (let n = -1; n < Number(options.rounds); n++) {
    const plain = await plainCopy()
    const fast = await download(address, access, null)
    // The first round only warms up.
    if (n >= 0) rounds.push({ plain, ...fast })
  }
  const ratio = median(rounds.map((round) => round.ms / round.plain))
  report.judge('whole file over plain COPY of the same columns', ratio, 'at most', 1.3)
  report.judge('first byte, ms', median(rounds.map((round) => round.first_ms)), 'at most', 100)
  report.judge(
    'growth of the server, MB, fast reader',
    Math.max(...rounds.map((round) => round.grown_mb)),
    'at most',
    50,
  )
  const slow = await download(address, access, 20)
  report.judge('growth of the server, MB, slow reader', slow.grown_mb, 'at most', 50)
  report.judge('an aborted download frees the backend, ms', await abort(address, access), 'at most', 1_000)
  const row = (reader: string, { plain, ...run }: (typeof rounds)[number]) => ({
    reader,
    'plain COPY s': plain ? plain / 1_000 : '',
    'download s': run.ms / 1_000,
    'first byte ms': run.first_ms,
    MB: run.megabytes,
    'server grew MB': run.grown_mb,
  })
  printTable('Subscribers as CSV', [...rounds.map((round) => row('fast', round)), row('slow', { plain: 0, ...slow })])
  console.log(`\nOthers used ${short(foreign() * 100)} % of the machine meanwhile.`)
  report.finish(options.out)
} finally {
  await server.stop()
  await bench.stop()
}

/** Milliseconds PostgreSQL takes for the same rows without marking formulas, read by a bare connection and dropped. */
async function plainCopy(): Promise<number> {
  const client = new pg.Client({ connectionString: bench.url })
  await client.connect()
  const begin = nowMs()
  const rows = client.query(copyTo(`copy (${subscriberQuery(PERIOD, (column) => column)}) to stdout with (format csv)`))
  for await (const _ of rows);
  const ms = nowMs() - begin
  await client.end()
  return ms
}

/** Downloads everything; a slow reader takes `megabytes_a_second`. The server's memory is watched meanwhile. */
async function download(address: string, access: string, megabytes_a_second: number | null) {
  const before = residentMb(server.pid)
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, residentMb(server.pid))
  }, 50)
  const begin = nowMs()
  let [bytes, first_ms] = [0, 0]
  const response = await open(address, access)
  for await (const chunk of response) {
    if (bytes === 0) first_ms = nowMs() - begin
    bytes += (chunk as Buffer).length
    const due = megabytes_a_second ? (bytes / megabytes_a_second / 1e6) * 1_000 : 0
    const early = due - (nowMs() - begin)
    if (early > 20) await wait(early)
  }
  clearInterval(watching)
  if (!response.complete) throw new Error('the download ended early')
  return { ms: nowMs() - begin, first_ms, megabytes: bytes / 1e6, grown_mb: most - before }
}

function open(address: string, access: string): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${access}`, 'accept-encoding': 'gzip, br' }
    const request = http.get(address, { headers, agent: false }, (response) => {
      if (response.statusCode === 200) resolve(response)
      else reject(new Error(`the download answered ${response.statusCode}`))
    })
    request.on('error', reject)
  })
}

/** Milliseconds from closing the connection until the database has no such backend any more. */
async function abort(address: string, access: string): Promise<number> {
  const response = await open(address, access)
  response.on('error', () => {})
  await wait(300)
  const begin = nowMs()
  response.destroy()
  for (;;) {
    const left = await bench.pool.query(`select from pg_stat_activity where application_name = 'tvarit-export'`)
    if (left.rowCount === 0) return nowMs() - begin
    await wait(5)
  }
}
