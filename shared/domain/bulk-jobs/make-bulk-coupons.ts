import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import type { Tx } from '../../platform/database.ts'
import { newCodes, type StickerCodes } from '../coupons/new-codes.ts'
import { scanUrl } from '../coupons/qr-image.ts'
import { discardFiles, keepFile, removeFiles } from '../files/keep-file.ts'
import { packStickers } from './pack-stickers.ts'

/** Rows of one insert. */
const BATCH = 1_000
/** Stickers between two notes of the progress. */
const PROGRESS_EVERY = 100

/**
 * Makes the coupons of a bulk job and their ZIP. Codes are drawn and packed first; then all coupons and the job's
 * COMPLETED commit together, conditional on PROCESSING. So whatever dies, and however often this runs, a job has no
 * coupons or exactly `count`, and a file in which each of them is.
 */
export async function makeBulkCoupons({ ctx, input }: { ctx: Ctx; input: { bulk_job_id: number } }): Promise<void> {
  const { bulk_job_id } = input
  const job = await ctx.db
    .selectFrom('bulk_jobs')
    .select(['count', 'status'])
    .where('id', '=', bulk_job_id)
    .executeTakeFirst()
  if (job?.status !== 'PROCESSING') return
  const codes = Array.from({ length: job.count }, newCodes)
  const stickers = codes.map(({ token, ...code }) => ({ ...code, scan_url: scanUrl(ctx.config, token) }))
  const zip = await packStickers(stickers, async (drawn) => {
    if (drawn % PROGRESS_EVERY === 0) await noteProgress(ctx, bulk_job_id, drawn)
  })
  const file = await keepFile(ctx, 'bulk', 'zip', zip)
  const completed = await inTransaction(ctx, async ({ db }) => {
    const updated = await db
      .updateTable('bulk_jobs')
      .set({ status: 'COMPLETED', progress: job.count, file, file_bytes: zip.length, completed_at: sql`now()` })
      .where('id', '=', bulk_job_id)
      .where('status', '=', 'PROCESSING')
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return false
    for (let from = 0; from < codes.length; from += BATCH) {
      await insertCoupons(db, bulk_job_id, codes.slice(from, from + BATCH))
    }
    return true
  }).catch(async (error: unknown) => {
    // A code may exist already; the next attempt draws new ones.
    await discardFiles(ctx, [file], error, () =>
      ctx.db.selectFrom('bulk_jobs').select('id').where('file', '=', file).executeTakeFirst(),
    )
    throw error
  })
  // Another run was faster.
  if (!completed) await removeFiles(ctx, [file])
}

const insertCoupons = (db: Tx, bulk_job_id: number, codes: StickerCodes[]) =>
  db
    .insertInto('coupons')
    .values(codes.map((code) => ({ ...code, bulk_job_id })))
    .execute()

/** The bar never goes back, also when a run starts again. */
const noteProgress = (ctx: Ctx, id: number, drawn: number) =>
  ctx.db
    .updateTable('bulk_jobs')
    .set({ progress: drawn })
    .where('id', '=', id)
    .where('progress', '<', drawn)
    .where('status', '=', 'PROCESSING')
    .execute()
