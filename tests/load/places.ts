/**
 * A position in words by the index beside a look at every locality, in one process, with positions all over
 * India. That both name the same locality is tested in `places.test.ts`. `npm run bench:places [-- --out file.json]`
 */
import { distance } from 'geokdbush'
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { describePlace } from '@tvarit/shared/domain/ground/places/describe-place'
import { GAZETTEER_FILE, type GazetteerFile, gazetteer } from '@tvarit/shared/domain/ground/places/gazetteer'
import { random } from '../harness/random.ts'
import { nowMs, percentile, printTable } from './statistics.ts'
import { Report } from './verdicts.ts'

const ASKED = 20_000
/** A look at every locality takes so long that fewer must do. */
const WALKED = 200

const { values } = parseArgs({ options: { out: { type: 'string' } } })
const report = new Report()
const { below } = random(17)
const positions = Array.from({ length: ASKED }, () => [8 + below(28_000) / 1_000, 69 + below(28_000) / 1_000] as const)
const file = JSON.parse(fs.readFileSync(GAZETTEER_FILE, 'utf8')) as GazetteerFile
gazetteer()

const index: number[] = []
for (const [latitude, longitude] of positions) {
  const begin = nowMs()
  describePlace(latitude, longitude)
  index.push(nowMs() - begin)
}
const walk: number[] = []
for (const [latitude, longitude] of positions.slice(0, WALKED)) {
  const begin = nowMs()
  let nearest = Infinity
  for (let at = 0; at < file.names.length; at++)
    nearest = Math.min(nearest, distance(longitude, latitude, file.longitudes[at]!, file.latitudes[at]!))
  walk.push(nowMs() - begin)
}
const row = (way: string, times: number[]) => ({
  way,
  asked: times.length,
  'median ms': percentile(times, 0.5),
  'p99 ms': percentile(times, 0.99),
})
printTable(`A position in words, ${file.names.length} localities`, [row('index', index), row('every locality', walk)])
report.judge('a position in words, p99, ms', percentile(index, 0.99), 'at most', 1)
report.finish(values.out)
