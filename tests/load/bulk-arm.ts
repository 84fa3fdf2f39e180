import fs from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { scanUrl } from '@tvarit/shared/domain/qr/qr-image'
import { readConfig } from '@tvarit/shared/platform/settings/config'
import type { Ctx } from '@tvarit/shared/platform/context'
import { createDatabase, createPool } from '@tvarit/shared/platform/database/database'
import { createLog } from '@tvarit/shared/platform/log/log'
import { createStorage } from '@tvarit/shared/platform/storage/create-storage'
import { answerParent } from './child.ts'
import { readStat } from './harness.ts'

// Each arm loads its own packages only.
const arm = process.env['ARM'] as 'ours' | 'stock'
const { makeBulkCoupons } =
  arm === 'ours' ? await import('@tvarit/shared/domain/stickers/bulk-jobs/make-bulk-coupons') : {}
const { ZipArchive } = arm === 'stock' ? await import('archiver') : {}
const { default: qrcode } = arm === 'stock' ? await import('qrcode') : {}

/** One bulk job in a process of its own, made by us or the way the packages' own pages show it. */
export interface BulkRun {
  wall_ms: number
  /** User and system, all threads, with what it started; steps of 10 ms. */
  cpu_ms: number
  /**
   * The most this process ever had, with the most of what it started (of that only what is its own: the program of Node
   * lies in memory once); and what it had while it waited for the job.
   */
  rss_mb: number
  idle_mb: number
  /** The longest the event loop was held up. */
  lag_ms: number
  file: string
}

const config = readConfig(process.env)
const log = createLog('bench', 'silent')
const db = createDatabase(createPool({ url: config.DATABASE_URL, max: 5, name: 'bench', log }))
const ctx: Ctx = { db, config, log, storage: createStorage(config), actor: null, ip: null, user_agent: null }

/** What everybody would write: a row, a picture and an entry, one after the other. */
async function stock(id: number, count: number, pixels: number): Promise<string> {
  const file = path.join(config.DATA_DIR, `stock-${id}.zip`)
  const archive = new ZipArchive!({ zlib: { level: 9 } })
  const output = fs.createWriteStream(file)
  archive.pipe(output)
  let manifest = 'serial_number,coupon_code,url\r\n'
  for (let n = 0; n < count; n++) {
    const codes = newCodes()
    await db
      .insertInto('coupons')
      .values({ ...codes, bulk_job_id: id })
      .execute()
    const url = scanUrl(config, codes.token)
    const png = await qrcode!.toBuffer(url, { errorCorrectionLevel: 'Q', margin: 4, width: pixels })
    archive.append(png, { name: `qr/${codes.serial_number}.png` })
    manifest += `${codes.serial_number},${codes.coupon_code},${url}\r\n`
  }
  archive.append(manifest, { name: 'manifest.csv' })
  const closed = once(output, 'close')
  await archive.finalize()
  await closed
  return file
}

async function ours(id: number): Promise<string> {
  await makeBulkCoupons!({ ctx, input: { bulk_job_id: id } })
  return path.join(config.DATA_DIR, 'files', `bulk/job-${id}.zip`)
}

async function run({ id, count, pixels }: { id: number; count: number; pixels: number }): Promise<BulkRun> {
  await db.selectFrom('bulk_jobs').select('id').where('id', '=', id).execute()
  const idle_mb = process.memoryUsage().rss / 2 ** 20
  const lag = monitorEventLoopDelay({ resolution: 1 })
  lag.enable()
  let started_mb = 0
  const look = setInterval(() => (started_mb = Math.max(started_mb, memoryOfStarted())), 20)
  const [begin, cpu] = [performance.now(), readStat(process.pid).with_ended]
  const file = arm === 'ours' ? await ours(id) : await stock(id, count, pixels)
  const cpu_ms = (readStat(process.pid).with_ended - cpu) * 10
  const wall_ms = performance.now() - begin
  clearInterval(look)
  lag.disable()
  return {
    wall_ms,
    cpu_ms,
    rss_mb: process.resourceUsage().maxRSS / 1_024 + started_mb,
    idle_mb,
    lag_ms: lag.max / 1e6,
    file,
  }
}

/** What the process started by this one has for itself, in MB. */
function memoryOfStarted(): number {
  try {
    const pid = fs.readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ')[0]
    return Number(/RssAnon:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

answerParent({ run })
