/**
 * The response times of 100,000 alerts of one year, as the page of that name asks for them: the last 7, 30, 90 and 365
 * days. `npm run bench:figures [-- --out file.json]`
 */
import { parseArgs } from 'node:util'
import { readResponseTimes } from '@tvarit/shared/domain/operations/overview/read-response-times'
import type { SignedInCtx } from '@tvarit/shared/platform/context'
import { createStickers, startBenchDatabase } from './bench-database.ts'
import { nowMs, percentile, printTable } from './statistics.ts'
import { Report } from './verdicts.ts'

const ALERTS = 100_000
const SUBSCRIBERS = 2_000
const ROUNDS = 9
/** Somebody waits for the page; it asks again once a minute. */
const PATIENCE_MS = 2_000

const { values } = parseArgs({ options: { out: { type: 'string' } } })
const bench = await startBenchDatabase()
const report = new Report()
try {
  await createStickers(bench, SUBSCRIBERS)
  await bench.pool.query(`select setseed(0.5)`)
  await bench.pool.query(`
    insert into alerts (coupon_id, user_id, status, timestamp, status_token, first_claimed_at)
    select c.id, c.user_id, 'ATTENDED', at, 'bench-' || n, case when random() < 0.95 then at + random() * interval '1 minute' end
    from (select n, now() - (${ALERTS} - n) * interval '365 days' / ${ALERTS} as at from generate_series(1, ${ALERTS}) n) s
    join (select id, user_id, row_number() over (order by id) as place from coupons) c on c.place = 1 + n % ${SUBSCRIBERS}
    order by n`)
  await bench.pool.query(`
    insert into dispatches (alert_id, outside_provider, assigned_at, at_scene_at, state)
    select id, '108', timestamp + random() * interval '3 minutes', timestamp + random() * interval '40 minutes', 'DONE'
    from alerts where random() < 0.7 order by id`)
  await bench.pool.query('vacuum analyze')
  const ctx = { db: bench.db } as SignedInCtx
  const to = new Date().toISOString().slice(0, 10)
  const rows = []
  for (const days of [7, 30, 90, 365]) {
    const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
    const times: number[] = []
    let count = 0
    for (let round = 0; round < ROUNDS; round++) {
      const begin = nowMs()
      count = (await readResponseTimes({ ctx, input: { from, to, state: undefined } })).total.count
      times.push(nowMs() - begin)
    }
    rows.push({ days, alerts: count, 'median ms': percentile(times, 0.5), 'slowest ms': Math.max(...times) })
  }
  printTable(`Response times of ${ALERTS} alerts`, rows)
  report.judge('a whole year, median ms', rows.at(-1)!['median ms'], 'at most', PATIENCE_MS)
  report.data.rows = rows
  report.finish(values.out)
} finally {
  await bench.stop()
}
