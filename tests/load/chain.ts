/**
 * `npm run bench:chain`: home page, stock, people below, paper trail and statement of a sales chain of 10,000 partners
 * with 5,000,000 coupons, through real HTTP; and a transfer of a whole batch. Options: --coupons N (a multiple of
 * 5000), --partners N, --requests N, --out FILE.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startBenchDatabase } from './bench-database.ts'
import { fillChain } from './chain-database.ts'
import { watchForeignLoad } from './foreign-load.ts'
import { accessFor, accessOf } from './lists-database.ts'
import { measure, startReadServer, timesOf } from './lists-reader.ts'
import { median, nowMs, printTable, short } from './statistics.ts'
import { Report } from './verdicts.ts'

const { values: options } = parseArgs({
  options: {
    coupons: { type: 'string', default: '5000000' },
    partners: { type: 'string', default: '10000' },
    requests: { type: 'string', default: '100' },
    out: { type: 'string' },
  },
})
const PATHS = [
  '/api/sales/stock/',
  '/api/sales/stock/people/',
  '/api/sales/stock/moves/',
  '/api/sales/statement/',
] as const
const LIMIT_MS = 100
const GIVES = 5
const requests = Number(options.requests)
const report = new Report()
const foreign = watchForeignLoad()
const bench = await startBenchDatabase()
const chain = await fillChain(bench, { coupons: Number(options.coupons), partners: Number(options.partners) })
console.log(`Filled in ${short(chain.filled_seconds)} s. ${JSON.stringify(chain.sizes)}`)
report.judge('adding the columns of the migration to the filled table, ms', chain.columns_ms, 'at most', 1000)
const { server, url } = await startReadServer(bench)
try {
  await reads()
  await gives()
  console.log(`\nOthers used ${short(foreign() * 100)} % of the machine meanwhile.`)
  report.finish(options.out)
} finally {
  await server.stop()
  await bench.stop()
}

async function reads(): Promise<void> {
  const callers = {
    admin: await accessFor(bench, 'admin'),
    'super distributor': await accessOf(bench, chain.super_distributor),
    distributor: await accessOf(bench, chain.distributor),
    retailer: await accessOf(bench, chain.retailer),
  }
  const rows = []
  for (const [who, access] of Object.entries(callers)) {
    for (const path of PATHS) {
      const times = timesOf(await measure(`${url}${path}`, access, requests))
      report.judge(`${who}: ${path}, p95 ms`, times.p95, 'at most', LIMIT_MS)
      rows.push({ who, path, 'p50 ms': times.p50, 'p95 ms': times.p95 })
    }
  }
  printTable(`A sales chain, ${requests} requests each`, rows)
}

async function gives(): Promise<void> {
  const access = await accessFor(bench, 'admin')
  const times: number[] = []
  for (let n = 0; n < GIVES; n++) {
    const begin = nowMs()
    const response = await fetch(`${url}/api/sales/stock/take-back/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        request_id: randomUUID(),
        partner_id: chain.super_distributor,
        bulk_job_id: chain.whole_batches[n],
      }),
    })
    const { count } = (await response.json()) as { count?: number }
    if (count !== 5000) throw new Error(`A transfer answered ${response.status} with ${count}`)
    times.push(nowMs() - begin)
  }
  report.judge('a transfer of 5,000 stickers, median ms', median(times), 'at most', 1500)
}
