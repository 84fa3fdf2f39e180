import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { LabelStyle } from '../../../contracts/label-faces.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { newCodes } from '../../qr/new-codes.ts'
import { scanUrl } from '../../qr/qr-image.ts'
import { claimFiles } from '../../records/files/keep-file.ts'
import { toBeMade, zipKey } from './bulk-job-row.ts'
import { type Packing, packInChildProcess } from './pack/pack-in-child-process.ts'

/** Coupons of one statement: some milliseconds of the database's processor. */
const BATCH = 100
/**
 * The pause after each statement, in times of what it took, so that alerts find a free processor there; at most so
 * long.
 */
const REST = 3
const LONGEST_REST_MS = 100
/** Between two notes of the progress. */
const NOTE_EVERY_MS = 200
/** Begins the name of the packed file while it is written; leftovers of killed processes are found by it. */
export const PACKED_PREFIX = 'tvarit-job-'

/**
 * Makes the coupons of a bulk job and their ZIP. The first run commits all coupons at once. Every run packs the same
 * ZIP to the byte from them and stores it under the same key, also after it was deleted for its age. So it may die at any moment, and run any number of times
 * at once. A job has no coupons or exactly `count`. COMPLETED means that its ZIP is stored and its coupons are the stock
 * of its owner; until then they are the company's, and nobody's to give.
 */
export async function makeBulkCoupons({ ctx, input }: VerbArgs<{ bulk_job_id: number }, Ctx>): Promise<void> {
  const id = input.bulk_job_id
  const job = await insertCoupons(ctx, id)
  const stickers = job && (await readStickers(ctx, id))
  if (!stickers) return
  const file = path.join(os.tmpdir(), `${PACKED_PREFIX}${id}-${randomUUID()}.zip`)
  const { BRAND_NAME: brand, BRAND_PHONE: phone, BULK_PRIORITY } = ctx.config
  const title = `${brand} job ${id}`
  const { label_style: style, created_at } = job
  const packing = packInChildProcess({ path: file, stickers, title, style, brand, phone, created_at }, BULK_PRIORITY)
  try {
    const file_bytes = await trackProgress(ctx, id, job.count, packing)
    if (file_bytes === null) return
    const key = zipKey(id)
    await ctx.storage.putFile(key, file, 'application/zip')
    const completed = await inTransaction(ctx, async ({ db }) => {
      const { numUpdatedRows } = await db
        .updateTable('bulk_jobs')
        .set({
          status: sql`case when status = 'PROCESSING' then 'COMPLETED' else status end`,
          progress: job.count,
          file: key,
          file_bytes,
          completed_at: sql`now()`,
        })
        .where('id', '=', id)
        .where(toBeMade)
        .executeTakeFirst()
      if (numUpdatedRows > 0n && job.status === 'PROCESSING') await giveToOwner(db, id)
      return numUpdatedRows > 0n
    })
    if (!completed) await removeIfCancelled(ctx, id, key)
  } finally {
    await packing.stop()
    await fs.rm(file, { force: true })
  }
}

/** The ZIP of removed coupons. That of a job another run has completed is the same to the byte and stays. */
async function removeIfCancelled(ctx: Ctx, id: number, key: string): Promise<void> {
  const cancelled = ctx.db
    .selectFrom('bulk_jobs')
    .select('id')
    .where('id', '=', id)
    .where('cancelled_at', 'is not', null)
  if (await cancelled.executeTakeFirst()) await ctx.storage.remove(key)
}

/** The job with its coupons in the database; null when there is nothing to make. */
function insertCoupons(
  ctx: Ctx,
  id: number,
): Promise<{ count: number; label_style: LabelStyle; created_at: Date; status: string } | null> {
  return inTransaction(ctx, async ({ db }) => {
    const job = await db
      .updateTable('bulk_jobs')
      .set({ touched_at: sql`now()` })
      .where('id', '=', id)
      .where(toBeMade)
      .returning(['count', 'label_style', 'created_at', 'status'])
      .executeTakeFirst()
    if (!job) return null
    // Waits for a removal of the old ZIP that runs now: it must not take the new one.
    await claimFiles(db, [zipKey(id)])
    const made = await db.selectFrom('coupons').select('id').where('bulk_job_id', '=', id).limit(1).executeTakeFirst()
    let left = made ? 0 : job.count
    while (left > 0) {
      const begin = performance.now()
      const inserted = await insertCodes(db, id, Math.min(left, BATCH))
      if (inserted === 0) throw new Error('The codes of all coupons drawn were taken')
      left -= inserted
      if (left > 0) await delay(Math.min(LONGEST_REST_MS, (performance.now() - begin) * REST))
    }
    return job
  })
}

/**
 * The coupons become the stock of the owner, with the first row of the paper trail; not of one who was removed. The
 * owner's row is held, so that a removal waits and then sees the stock.
 */
const giveToOwner = (db: Db, id: number) =>
  sql`
  with owner as (
    select u.id from users u join bulk_jobs j on j.owner_id = u.id where j.id = ${id} and u.deleted_at is null
    for share of u
  ), made as (
    select id from coupons where bulk_job_id = ${id} and holder_id is null and status = 'AVAILABLE'
      and voided_at is null order by id for no key update
  ), numbered as (
    select id, (row_number() over (order by id))::int as number from coupons where bulk_job_id = ${id}
  ), given as (
    update coupons c set holder_id = owner.id from owner, made, numbered n where c.id = made.id and n.id = made.id
    returning c.id, c.holder_id, n.number
  )
  insert into stock_moves (request_id, to_id, bulk_job_id, numbers, count, coupons, moved_by, note)
  select gen_random_uuid(), g.holder_id, j.id, range_agg(int4range(g.number, g.number, '[]')), count(*),
    range_agg(int8range(g.id, g.id, '[]')), j.created_by, 'Made for this partner'
  from given g join bulk_jobs j on j.id = ${id} group by g.holder_id, j.id`.execute(db)

/** How many of `count` were inserted; the others' codes were taken. */
async function insertCodes(db: Db, id: number, count: number): Promise<number> {
  const codes = Array.from({ length: count }, newCodes)
  const { numAffectedRows } = await sql`insert into coupons (bulk_job_id, serial_number, coupon_code, token)
    select ${id}, * from unnest(
      ${codes.map((code) => code.serial_number)}::text[],
      ${codes.map((code) => code.coupon_code)}::text[],
      ${codes.map((code) => code.token)}::text[])
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}

/** A line for each coupon, joined by the database: thousands of rows would hold up this process. Null when there are none. */
async function readStickers(ctx: Ctx, id: number): Promise<string | null> {
  const { rows } = await sql<{ stickers: string | null }>`
    select string_agg(concat_ws(',', serial_number, coupon_code, ${scanUrl(ctx.config, '')}::text || token), E'\n' order by id)
      as stickers from coupons where bulk_job_id = ${id}`.execute(ctx.db)
  return rows[0]!.stickers
}

/**
 * Waits for the ZIP and notes the progress meanwhile; the bar never goes back, also when a run starts again. Null when
 * there is nothing to make any more.
 */
async function trackProgress(ctx: Ctx, id: number, count: number, packing: Packing): Promise<number | null> {
  for (;;) {
    const bytes = await Promise.race([packing.done, delay(NOTE_EVERY_MS, null, { ref: false })])
    if (bytes !== null) return bytes
    const progress = Math.floor(packing.progress() * count)
    const noted = await ctx.db
      .updateTable('bulk_jobs')
      .set({ progress: sql`greatest(progress, ${progress})`, touched_at: sql`now()` })
      .where('id', '=', id)
      .where(toBeMade)
      .executeTakeFirst()
    if (noted.numUpdatedRows === 0n) return null
  }
}
