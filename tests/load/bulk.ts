import fs from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { scanAll } from '../harness/zbar.ts'
import { unzip } from '../harness/unzip.ts'
import { scanWithZxing } from '../harness/zxing.ts'
import { measureBeside } from './beside.ts'
import type { BulkRun } from './bulk-arm.ts'
import { median, printTable, readOptions, report, runParts } from './harness.ts'
import { productSettings, startBenchDatabase, startProcess, startWorker } from './product.ts'

/**
 * `npm run bench -- bulk`: a bulk job made by us (rows, PNGs, manifest, both label sheets, ZIP, storage) beside the same job
 * without sheets by `qrcode.toBuffer` at the same pixel size, `archiver` and one insert a coupon, every job in a fresh
 * process; two decoders read every PNG. Then what people notice of a job: the worker rests, or makes one after the other.
 * Options: --count N, --rounds N, --turns N, --seconds N (of a turn), --only job,beside.
 */
const options = readOptions({ count: 5_000, rounds: 5, turns: 6, seconds: 8, only: '' })
const { count } = options
const PUBLIC_URL = 'https://www.tvarit.example'

await runParts({ job, beside }, options.only)

async function job(): Promise<void> {
  await using bench = await startBenchDatabase()
  const ours: BulkRun[] = []
  for (let round = 0; round < options.rounds; round++) ours.push(await runArm('ours', 0))
  const files = unzip(fs.readFileSync(ours[0]!.file))
  const pixels = [...files].find(([name]) => name.endsWith('.png'))![1].readUInt32BE(16)
  const stock = await runArm('stock', pixels)
  const row = (arm: string, run: BulkRun) => ({
    arm,
    'wall s': run.wall_ms / 1_000,
    'CPU s': run.cpu_ms / 1_000,
    'idle MB': run.idle_mb,
    'peak MB': run.rss_mb,
    'loop lag ms': run.lag_ms,
    'ZIP KB': fs.statSync(run.file).size / 1_024,
  })
  printTable(`${count} coupons, ${pixels} pixels`, [...ours.map((run) => row('ours', run)), row('stock', stock)])
  const middle = (of: (run: BulkRun) => number) => median(ours.map(of))
  const over = (of: 'wall_ms' | 'cpu_ms') => stock[of] / middle((run) => run[of])
  const taken = (run: BulkRun) => run.rss_mb - run.idle_mb
  report.judge('wall time, stock over ours with sheets', over('wall_ms'), 'at least', 40)
  report.judge('CPU, stock over ours with sheets', over('cpu_ms'), 'at least', 40)
  report.judge('peak memory of the job, ours over stock', middle(taken) / taken(stock), 'at most', 0.7)
  const lag = middle((run) => run.lag_ms)
  report.judge('event-loop lag of ours, ms', lag, 'at most', 25)
  const wrong = await wrongPngs(files)
  for (const each of wrong) console.log(each)
  report.judge(
    'readings of a PNG by zbarimg or ZXing that are not its line of the manifest',
    wrong.length,
    'at most',
    0,
  )

  async function runArm(arm: 'ours' | 'stock', side: number): Promise<BulkRun> {
    const admin = { first_name: 'Meera', last_name: 'Iyer', phone_number: '9000000001', role: 'admin' } as const
    await bench.db
      .insertInto('users')
      .values(admin)
      .onConflict((on) => on.doNothing())
      .execute()
    const { id } = await bench.db
      .insertInto('bulk_jobs')
      .values((values) => ({ count, created_by: values.selectFrom('users').select('id').limit(1) }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const settings = { ...productSettings(bench), PUBLIC_URL, ALLOW_UNSAFE: '1', ARM: arm }
    await using child = await startProcess('bulk-arm.ts', settings)
    return await child.ask<BulkRun>('run', { id, count, pixels: side })
  }
}

/** Each PNG with each of two independent readers, beside the manifest: a line for each that differs. */
async function wrongPngs(files: Map<string, Buffer>): Promise<string[]> {
  const lines = files.get('manifest.csv')!.toString().trimEnd().split('\r\n').slice(1)
  const pngs = [...files.keys()].filter((name) => name.endsWith('.png')).length
  const wrong = pngs === lines.length ? [] : [`${pngs} PNGs, ${lines.length} lines of the manifest`]
  for (let from = 0; from < lines.length; from += 500) {
    const batch = lines.slice(from, from + 500).map((line) => {
      const [serial, , url] = line.split(',') as [string, string, string]
      return { name: `qr/${serial}.png`, url }
    })
    const images = batch.map(({ name }) => files.get(name)!)
    const zbar = scanAll(images)
    for (const [index, { name, url }] of batch.entries()) {
      const readings = { zbarimg: zbar[index]!, ZXing: await scanWithZxing(images[index]!) }
      for (const [reader, read] of Object.entries(readings))
        if (read.length !== 1 || read[0] !== url) wrong.push(`${name}: ${reader} reads ${read.join(' ') || 'nothing'}`)
    }
  }
  return wrong
}

async function beside(): Promise<void> {
  // On a disk that stands still at times the slowest presses are those, with and without a job.
  await using bench = await startBenchDatabase({ in_memory: true })
  await using _worker = await startWorker(bench)
  const made = await measureBeside({
    bench,
    turns: options.turns,
    seconds: options.seconds,
    busy: 'making a job',
    limit_ms: 100,
    lists: true,
    /** One job after the other until it is stopped, the last one to its end; how many. */
    async work({ url, access }, signal) {
      let done = 0
      for (; !signal.aborted; done++) {
        const answer = await fetch(`${url}/api/qr/jobs/create/`, {
          method: 'POST',
          headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
          body: JSON.stringify({ count }),
        })
        if (answer.status !== 201) throw new Error(`A job was answered ${answer.status} ${await answer.text()}`)
        const { id } = (await answer.json()) as { id: number }
        const jobs = bench.db.selectFrom('bulk_jobs').select('status').where('id', '=', id)
        for (let status = ''; status !== 'COMPLETED'; await wait(50)) {
          ;({ status } = await jobs.executeTakeFirstOrThrow())
          if (status === 'FAILED') throw new Error(`Job ${id} failed`)
        }
      }
      return done
    },
  })
  report.judge('jobs made per busy turn', Math.min(...made), 'at least', 1)
}
