import { couponsOf, createJob, zips } from './bulk-jobs.ts'
import { createPerson } from './people.ts'
import { type Process, startProcess } from './processes.ts'
import { until } from './until.ts'
import { unzip } from './unzip.ts'
import { createWorld } from './world.ts'

export type BulkWorkers = Awaited<ReturnType<typeof bulkWorkers>>

/** A world whose bulk jobs are made by processes that can be killed, and what is wrong with those jobs. */
export async function bulkWorkers({ redis = false } = {}) {
  const world = await createWorld({ redis, worker: false, settings: { TRUST_PROXY: '1' } })
  const admin = await createPerson(world, 'admin')
  /** The running workers by name. */
  const workers = new Map<string, Process>()

  /** Starts a worker whose connections say its name, so that the database knows who does what. */
  async function startWorker(name: string): Promise<void> {
    const url = new URL(world.config.DATABASE_URL)
    url.searchParams.set('application_name', name)
    workers.set(name, await startProcess('worker', { ...world.environment, DATABASE_URL: url.href }))
  }

  async function killWorker(name: string): Promise<void> {
    const worker = workers.get(name)!
    workers.delete(name)
    await worker.kill()
  }

  const create = (count: number) => createJob(world, admin, count)
  const jobs = () => world.db.selectFrom('bulk_jobs').selectAll().orderBy('id').execute()
  const untilAllMade = () =>
    until('every job is completed', async () => (await jobs()).every(({ status }) => status === 'COMPLETED'))

  /** What is wrong with the jobs; empty when nothing is. */
  async function problems(counts: Map<number, number>): Promise<string[]> {
    const wrong: string[] = []
    const codes = new Set<string>()
    let total = 0
    for (const { id, status, count, progress, file, file_bytes } of await jobs()) {
      const coupons = await couponsOf(world, id)
      for (const { serial_number, coupon_code, token } of coupons) {
        for (const code of [serial_number, coupon_code, token]) codes.add(code)
      }
      total += coupons.length
      if (status !== 'COMPLETED' || count !== counts.get(id) || progress !== count) wrong.push(`job ${id} is ${status}`)
      if (coupons.length !== count) wrong.push(`job ${id} of ${count} has ${coupons.length} coupons`)
      const zip = await world
        .ctx()
        .storage.read(file!)
        .catch(() => null)
      if (!zip) {
        wrong.push(`job ${id} has no ZIP`)
        continue
      }
      if (file_bytes !== zip.length) wrong.push(`job ${id}: ${file_bytes} bytes are noted of ${zip.length}`)
      const files = unzip(zip)
      const lines = files.get('manifest.csv')!.toString().split('\r\n').slice(1, -1)
      const listed = lines.map((line) => line.split(',').slice(0, 2).join())
      const made = coupons.map(({ serial_number, coupon_code }) => `${serial_number},${coupon_code}`)
      if (listed.join() !== made.join()) wrong.push(`job ${id}: the manifest is not that of its coupons`)
      if (files.size !== count + 3) wrong.push(`job ${id}: ${files.size} files in the ZIP`)
      if (coupons.some(({ serial_number }) => !files.has(`qr/${serial_number}.png`)))
        wrong.push(`job ${id}: no picture`)
    }
    const wanted = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (total !== wanted) wrong.push(`${total} coupons instead of ${wanted}`)
    if (codes.size !== 3 * total) wrong.push('a code is there twice')
    const kept = zips(world).filter((name) => !name.endsWith('.part'))
    if (kept.length !== counts.size) wrong.push(`${kept.length} ZIPs of ${counts.size} jobs`)
    return wrong
  }

  return {
    world,
    admin,
    workers,
    startWorker,
    killWorker,
    create,
    jobs,
    untilAllMade,
    problems,
    async [Symbol.asyncDispose]() {
      await Promise.all([...workers.values()].map((each) => each.kill()))
      await world.stop()
    },
  }
}
