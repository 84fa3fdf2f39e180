import { makeBulkCoupons } from '@tvarit/shared/domain/stickers/bulk-jobs/make-bulk-coupons'
import { qrImage, scanUrl } from '@tvarit/shared/domain/qr/qr-image'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { call } from './api.ts'
import { filesKept } from './chain.ts'
import type { Person } from './people.ts'
import { until } from './until.ts'
import { unzip } from './unzip.ts'
import type { World } from './world.ts'

export const jobRow = (world: World, id: number) =>
  world.db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
export const couponsOf = (world: World, id: number) =>
  world.db.selectFrom('coupons').selectAll().where('bulk_job_id', '=', id).orderBy('id').execute()
/** The keys of all ZIPs in the storage. */
export const zips = (world: World) => filesKept(world).filter((file) => file.startsWith('bulk'))
export const storedZip = async (world: World, id: number) => world.ctx().storage.read((await jobRow(world, id)).file!)

/** Asks for a job as an admin would. */
export async function createJob(world: World, admin: Person, count: number): Promise<number> {
  const answer = await call(world.url, '/api/qr/jobs/create/', { body: { count }, access: admin.access })
  expect(answer.status).toBe(201)
  return Number(answer.body.id)
}

/** A job nobody has put into a queue. */
export async function unqueuedJob(world: World, by: Person, count: number): Promise<number> {
  const job = await world.db
    .insertInto('bulk_jobs')
    .values({ count, created_by: by.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return job.id
}

/** One run of a job, here and now. */
export const makeJob = (world: World, id: number) => makeBulkCoupons({ ctx: world.ctx(), input: { bulk_job_id: id } })

/** A job's five tries alone wait eight seconds, and a run on a busy machine takes as many. */
export const jobEnded = (world: World, id: number, status: string) =>
  until(`job ${id} is ${status}`, async () => (await jobRow(world, id)).status === status, 120_000)

export async function downloadJob(world: World, admin: Person, id: number): Promise<{ answer: Response; zip: Buffer }> {
  const answer = await fetch(`${world.url}/api/qr/jobs/${id}/download/`, { headers: admin.headers })
  return { answer, zip: Buffer.from(await answer.arrayBuffer()) }
}

/** Runs `work` while a trigger decides what becomes of each new coupon. */
export async function withTrigger(world: World, body: string, work: () => Promise<void>): Promise<void> {
  await world.pool.query(
    `create function decide() returns trigger language plpgsql security definer as $$ begin ${body} return new; end $$`,
  )
  await world.pool.query('create trigger decide before insert on coupons for each row execute function decide()')
  try {
    await work()
  } finally {
    await world.pool.query('drop function decide cascade')
  }
}

/** The ZIP has everything of each coupon of the job, and nothing else. */
export async function expectWhole(world: World, id: number, zip: Buffer): Promise<void> {
  const made = await couponsOf(world, id)
  const files = unzip(zip)
  const url = (token: string) => scanUrl(world.config, token)
  expect(files.get('manifest.csv')!.toString()).toBe(
    ['serial_number,coupon_code,url']
      .concat(
        made.map((each) => `${each.serial_number},${each.coupon_code},${url(each.token)}`),
        '',
      )
      .join('\r\n'),
  )
  const pictures = made.map(({ serial_number }) => `qr/${serial_number}.png`)
  expect([...files.keys()].sort()).toEqual([...pictures, 'manifest.csv', 'labels-60mm.pdf', 'labels-25mm.pdf'].sort())
  const wrong = made.filter((each) => !files.get(`qr/${each.serial_number}.png`)!.equals(qrImage(url(each.token))))
  expect(wrong).toEqual([])
}

export interface TemporaryFolder {
  path: string
  /** Files that runs left behind. */
  leftovers(): string[]
  remove(): void
}

/** Everything temporary of one test file and of nobody else, until `remove`. */
export function ownTemporaryFolder(): TemporaryFolder {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-made-'))
  vi.stubEnv('TMPDIR', folder)
  return {
    path: folder,
    leftovers: () => fs.readdirSync(folder).filter((name) => name.startsWith('tvarit-job-')),
    remove() {
      vi.unstubAllEnvs()
      fs.rmSync(folder, { recursive: true })
    },
  }
}
