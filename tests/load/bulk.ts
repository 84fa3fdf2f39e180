import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { packStickers } from '@tvarit/shared/domain/stickers/bulk-jobs/pack/pack-stickers'
import { newCodes } from '@tvarit/shared/domain/ground/qr/new-codes'
import { qrPng } from '@tvarit/shared/domain/ground/qr/png'
import { PRINT_SIDE, scanUrl } from '@tvarit/shared/domain/ground/qr/qr-image'
import { qrSymbol } from '@tvarit/shared/domain/ground/qr/symbol'
import { unzip } from '../harness/unzip.ts'
import { scan, scanAll } from '../harness/zbar.ts'
import { SECRET_KEY, startBenchDatabase } from './bench-database.ts'
import type { BulkRun } from './bulk-arm.ts'
import { measureParts } from './bulk-parts.ts'
import { watchForeignLoad } from './foreign-load.ts'
import { ask, startProcess } from './processes.ts'
import { median, printTable } from './statistics.ts'
import { Report } from './verdicts.ts'

/**
 * `npm run bench -- bulk`: a bulk job made by us (rows, PNGs, manifest, both label sheets, ZIP, storage) beside the same job
 * without sheets by `qrcode.toBuffer` at the same pixel size, `archiver` and one insert a coupon. Every job in a fresh
 * process. With `--quick` the stock arm makes a tenth and is scaled, after it has shown that twice as many take twice as
 * long (its memory is then too small). Ends by decoding every PNG with zbarimg. Options: --count N, --rounds N, --quick,
 * --skip-decoding, --out FILE.
 */
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    quick: { type: 'boolean', default: false },
    'skip-decoding': { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const count = Number(options.count)
const PUBLIC_URL = 'https://www.tvarit.example'
// A scanner that is missing is said before the minutes of work.
if (!options['skip-decoding'] && scan(qrPng(qrSymbol(PUBLIC_URL), PRINT_SIDE)) !== PUBLIC_URL)
  throw new Error('zbarimg does not read a QR code.')
const report = new Report()
const foreign = watchForeignLoad()
const bench = await startBenchDatabase()
try {
  const admin = await bench.db
    .insertInto('users')
    .values({ first_name: 'Meera', last_name: 'Iyer', phone_number: '9000000001', role: 'admin' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const DATA_DIR = path.join(bench.folder, 'data')
  fs.mkdirSync(DATA_DIR)

  const ours: BulkRun[] = []
  for (let round = 0; round < Number(options.rounds); round++) ours.push(await runArm('ours', count))
  const zip = unzip(fs.readFileSync(ours[0]!.file))
  const png = [...zip].find(([name]) => name.endsWith('.png'))![1]
  const pixels = png.readUInt32BE(16)
  const half = await runArm('stock', Math.ceil(count / 20), pixels)
  const stockCount = options.quick ? Math.ceil(count / 10) : count
  const stock = await runArm('stock', stockCount, pixels)
  const scale = count / stockCount
  const middle = (of: (run: BulkRun) => number) => median(ours.map(of))

  const row = (arm: string, run: BulkRun, n: number, times = 1) => ({
    arm,
    coupons: String(n),
    'wall s': (run.wall_ms * times) / 1_000,
    'CPU s': (run.cpu_ms * times) / 1_000,
    'idle MB': run.idle_mb,
    'peak MB': run.rss_mb,
    'loop lag ms': run.lag_ms,
    'ZIP KB': (fs.statSync(run.file).size * times) / 1_024,
  })
  const sheets = [...zip].filter(([name]) => name.endsWith('.pdf')).reduce((sum, [, bytes]) => sum + bytes.length, 0)
  printTable(`${count} coupons, ${pixels} pixels`, [
    ...ours.map((run) => row('ours', run, count)),
    row('stock', half, Math.ceil(count / 20)),
    row('stock', stock, stockCount),
    ...(scale > 1 ? [row('stock, scaled', stock, count, scale)] : []),
  ])
  console.log(`Of ours, label sheets: ${Math.round(sheets / 1_024)} KB`)
  const linear = stock.wall_ms / half.wall_ms / (stockCount / Math.ceil(count / 20))
  console.log(`Stock, time per coupon when there are more of them: ${linear.toFixed(2)} times`)
  const packing = packingTimes()
  printTable('Packing alone, ms', [packing])
  const parts = measureParts(PUBLIC_URL)
  printTable(
    'A sticker, part by part',
    parts.map((part) => ({ ...part })),
  )
  const [qr, peer] = [parts[0]!['us each'], parts[1]!['us each']]
  const packed = packing.PNGs + packing.sheets
  report.judge(
    'packing with the encoder of qrcode over ours',
    (packed + ((peer - qr) * count) / 1_000) / packed,
    'at least',
    1.5,
  )

  report.judge(
    'wall time, stock over ours with sheets',
    (stock.wall_ms * scale) / middle((run) => run.wall_ms),
    'at least',
    40,
  )
  report.judge('CPU, stock over ours with sheets', (stock.cpu_ms * scale) / middle((run) => run.cpu_ms), 'at least', 40)
  const taken = (run: BulkRun) => run.rss_mb - run.idle_mb
  // A tenth of the job takes less memory than the job.
  if (!options.quick) {
    report.judge('peak memory of the job, ours over stock', middle(taken) / taken(stock), 'at most', 0.5)
  }
  report.judge(
    'event-loop lag of ours, ms',
    middle((run) => run.lag_ms),
    'at most',
    25,
  )
  const stockBytes = fs.statSync(stock.file).size * scale
  report.judge(
    'ZIP without sheets, ours over stock',
    (fs.statSync(ours[0]!.file).size - sheets) / stockBytes,
    'at most',
    1,
  )
  report.judge('label sheets over PNGs, time', packing.sheets / packing.PNGs, 'at most', 2)
  if (!options['skip-decoding'])
    report.judge('PNGs that do not say what the manifest says', wrongPngs(zip), 'at most', 0)
  report.data['runs'] = { ours, stock, half, scale, packing, foreign: foreign() }
  console.log(`Others used ${Math.round(foreign() * 100)} % of the machine.`)

  async function runArm(arm: 'ours' | 'stock', n: number, side = 0): Promise<BulkRun> {
    const job = await bench.db
      .insertInto('bulk_jobs')
      .values({ count: n, created_by: admin.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const child = await startProcess(path.join(import.meta.dirname, 'bulk-arm.ts'), {
      environment: {
        NODE_ENV: 'test',
        DATABASE_URL: bench.url,
        SECRET_KEY,
        DATA_DIR,
        PUBLIC_URL,
        ALLOW_UNSAFE: '1',
        ARM: arm,
      },
    })
    try {
      return await ask<BulkRun>(child, { name: 'run', id: job.id, count: n, pixels: side })
    } finally {
      await child.stop()
    }
  }

  /** The two parts of packing in this process, the best of three. */
  function packingTimes(): { PNGs: number; sheets: number } {
    const stickers = Array.from({ length: count }, () => {
      const { serial_number, coupon_code, token } = newCodes()
      return `${serial_number},${coupon_code},${scanUrl({ PUBLIC_URL }, token)}`
    }).join('\n')
    const file = path.join(bench.folder, 'packed.zip')
    const rounds = Array.from({ length: 3 }, () => {
      const begin = performance.now()
      let drawn = 0
      packStickers(
        {
          path: file,
          stickers,
          title: 'Bench',
          style: 'branded',
          brand: 'Tvarit',
          phone: '1800 000 0000',
          created_at: new Date(),
        },
        (share) => {
          if (!drawn && share >= LIMITS.bulk_codes_share) drawn = performance.now()
        },
      )
      return { PNGs: drawn - begin, sheets: performance.now() - drawn }
    })
    return rounds.toSorted((a, b) => a.PNGs + a.sheets - b.PNGs - b.sheets)[0]!
  }

  /** Decodes every PNG with an independent reader and compares with the manifest. */
  function wrongPngs(files: Map<string, Buffer>): number {
    const folder = path.join(bench.folder, 'png')
    fs.mkdirSync(folder)
    const lines = files.get('manifest.csv')!.toString().trimEnd().split('\r\n').slice(1)
    let wrong = 0
    for (let from = 0; from < lines.length; from += 500) {
      const batch = lines.slice(from, from + 500).map((line) => line.split(',') as [string, string, string])
      const read = scanAll(batch.map(([serial]) => files.get(`qr/${serial}.png`)!))
      wrong += batch.filter(([, , url], index) => read[index]!.join() !== url).length
    }
    return wrong
  }
} finally {
  await bench.stop()
}
report.finish(options.out)
process.exit()
