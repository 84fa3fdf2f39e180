import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { linkHash, newLinkToken } from '@tvarit/shared/domain/ground/links/links'
import { createStickers, startBenchDatabase } from './bench-database.ts'
import { measureBeside } from './beside.ts'
import { nowMs, percentile } from './statistics.ts'
import { Report } from './verdicts.ts'

/**
 * `npm run bench:positions`: what people notice of the positions of 2,000 ambulances, each told every five seconds by its
 * driver's page over HTTP. Options: --ambulances N, --turns N, --seconds N, --out FILE.
 */
const { values: options } = parseArgs({
  options: {
    ambulances: { type: 'string', default: '2000' },
    turns: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '10' },
    out: { type: 'string' },
  },
})
const count = Number(options.ambulances)
const EVERY_S = 5

const report = new Report()
const bench = await startBenchDatabase()
const agent = new http.Agent({ keepAlive: true, maxSockets: 128 })
const told = new Map<number, number>()
const times: number[] = []
let step = 0
try {
  const drives = await createDrives()
  const posted = await measureBeside({
    bench,
    report,
    turns: Number(options.turns),
    seconds: Number(options.seconds),
    busy: 'ambulances tell their positions',
    lists: false,
    work: ({ url }, signal) => tellPositions(url, drives, signal),
  })
  const wanted = (count / EVERY_S) * Number(options.seconds)
  report.judge('positions a busy turn took, of those due', Math.min(...posted) / wanted, 'at least', 0.99)
  report.judge('position answered p99, ms', percentile(times, 0.99), 'at most', 1_000)
  report.judge('ambulances whose last position is not the last one told', await countWrong(), 'at most', 0)
} finally {
  agent.destroy()
  await bench.stop()
}
report.finish(options.out)
process.exit()

interface Drive {
  ambulance_id: number
  token: string
}

/** As many ambulances, each on its way to an alert of its own under a link of its own. */
async function createDrives(): Promise<Drive[]> {
  const stickers = await createStickers(bench, count)
  const tokens = stickers.map(() => newLinkToken())
  const { rows } = await bench.pool.query<{ id: number; place: string }>(
    `with vehicle as (
       insert into ambulances (vehicle_number, operator, driver_name, driver_phone, base_latitude, base_longitude, status)
       select 'KA01AB' || n, 'Operator', 'Driver', '9000000000', 12.9, 77.5, 'BUSY' from generate_series(1, $2::int) n
       returning id, vehicle_number
     ), alert as (
       insert into alerts (coupon_id, user_id, status_token, status, closed_at)
       select id, user_id, 'bench-' || id, 'ATTENDED', now() from coupons where token = any ($3)
       returning id
     ), alerts_in_order as (select id, row_number() over () as n from alert)
     insert into dispatches (alert_id, ambulance_id, state, driver_token_hash)
     select a.id, v.id, 'EN_ROUTE', ($1::bytea[])[a.n] from alerts_in_order a
       join vehicle v on v.vehicle_number = 'KA01AB' || a.n
     returning ambulance_id as id, encode(driver_token_hash, 'hex') as place`,
    [tokens.map(linkHash), count, stickers],
  )
  const byHash = new Map(tokens.map((token) => [linkHash(token).toString('hex'), token]))
  return rows.map(({ id, place }) => ({ ambulance_id: id, token: byHash.get(place)! }))
}

/** Every ambulance in turn at a steady pace, whether or not earlier ones have been answered; how many were taken. */
async function tellPositions(url: string, drives: Drive[], signal: AbortSignal): Promise<number> {
  const begin = nowMs()
  const answers: Promise<void>[] = []
  for (let n = 0; !signal.aborted; n++) {
    const early = begin + (n * EVERY_S * 1_000) / drives.length - nowMs()
    if (early > 0) await wait(early)
    answers.push(tell(url, drives[n % drives.length]!))
  }
  await Promise.all(answers)
  return answers.length
}

function tell(url: string, { ambulance_id, token }: Drive): Promise<void> {
  step += 1
  const latitude = 12 + (step % 1_000_000) / 1_000_000
  const body = JSON.stringify({ latitude, longitude: 77.6, accuracy: 8, fixed_ms_ago: 0 })
  const begin = nowMs()
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = http.request(
      `${url}/api/drive/${token}/position/`,
      { method: 'POST', agent, headers },
      (response) => {
        response.resume()
        response.on('end', () => {
          if (response.statusCode !== 200) return reject(new Error(`A position was refused: ${response.statusCode}`))
          times.push(nowMs() - begin)
          told.set(ambulance_id, latitude)
          resolve()
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

async function countWrong(): Promise<number> {
  const rows = await bench.db.selectFrom('ambulances').select(['id', 'last_latitude']).execute()
  return rows.filter(({ id, last_latitude }) => told.has(id) && told.get(id) !== last_latitude).length
}
