/**
 * The nearest five of 100,000 ambulances through the indexes beside the plain way, a scan that measures every one, in
 * turns on one database. Both must name the same five. `npm run bench:nearest [-- --out file.json]`
 */
import { parseArgs } from 'node:util'
import { nearestAmbulances } from '@tvarit/shared/domain/emergency/dispatch/nearest-ambulances'
import { startBenchDatabase } from './bench-database.ts'
import { nowMs, percentile, printTable } from './statistics.ts'
import { Report } from './verdicts.ts'

const AMBULANCES = 100_000
const ASKED = 400
/** The scan takes so long that fewer must do. */
const SCANNED = 100

const { values } = parseArgs({ options: { out: { type: 'string' } } })
const bench = await startBenchDatabase()
const report = new Report()
try {
  // All over India; 40 of 100 have told their position just now, 30 long ago and far from their base, 30 never.
  await bench.pool.query(`select setseed(0.5)`)
  await bench.pool.query(`
    insert into ambulances (vehicle_number, operator, driver_name, driver_phone, base_latitude, base_longitude,
      last_latitude, last_longitude, last_position_at, status)
    select 'KA01AB' || n, 'Operator ' || n % 50, 'Driver', '9000000000', latitude, longitude,
      case when n % 10 < 7 then latitude + random() - 0.5 end, case when n % 10 < 7 then longitude + random() - 0.5 end,
      case when n % 10 < 4 then now() + interval '1 hour' when n % 10 < 7 then now() - interval '9 hours' end,
      case when n % 20 = 0 then 'OFF' else 'AVAILABLE' end
    from (select n, 8 + random() * 25 as latitude, 70 + random() * 20 as longitude from generate_series(1, ${AMBULANCES}) n) s`)
  await bench.pool.query('vacuum analyze ambulances')
  const places = Array.from({ length: ASKED }, (_, n) => ({
    latitude: 8.5 + ((n * 7919) % 2_400) / 100,
    longitude: 70.5 + ((n * 104_729) % 1_900) / 100,
  }))
  const index: number[] = []
  const scan: number[] = []
  let different = 0
  await nearestAmbulances(bench.db, places[0]!, { count: 5, transport: false })
  for (const [turn, place] of places.entries()) {
    const begin = nowMs()
    const near = await nearestAmbulances(bench.db, place, { count: 5, transport: false })
    index.push(nowMs() - begin)
    if (turn % (ASKED / SCANNED) !== 0) continue
    const scanning = nowMs()
    const { rows } = await bench.pool.query<{ id: number }>(
      `select id from ambulances v where status = 'AVAILABLE' and retired_at is null order by earth_distance(
         case when last_position_at > now() - interval '30 minutes' then ll_to_earth(last_latitude, last_longitude)
           else ll_to_earth(base_latitude, base_longitude) end, ll_to_earth($1, $2)) limit 5`,
      [place.latitude, place.longitude],
    )
    scan.push(nowMs() - scanning)
    if (rows.map(({ id }) => id).join() !== near.map(({ id }) => id).join()) different += 1
  }
  const row = (way: string, times: number[]) => ({
    way,
    asked: times.length,
    'median ms': percentile(times, 0.5),
    'p99 ms': percentile(times, 0.99),
  })
  printTable(`Nearest five of ${AMBULANCES} ambulances`, [row('indexes', index), row('scan', scan)])
  report.judge(
    'nearest five, p99 of the scan over p99 through the indexes',
    percentile(scan, 0.99) / percentile(index, 0.99),
    'at least',
    50,
  )
  report.judge('answers that differ from the scan', different, 'at most', 0)
  report.data.milliseconds = {
    index: [percentile(index, 0.5), percentile(index, 0.99)],
    scan: [percentile(scan, 0.5), percentile(scan, 0.99)],
  }
  report.finish(values.out)
} finally {
  await bench.stop()
}
