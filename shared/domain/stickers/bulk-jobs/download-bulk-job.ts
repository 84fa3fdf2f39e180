import { TEXTS } from '../../../contracts/texts.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { MissingFile, type OpenFile } from '../../../platform/storage/file-store.ts'
import { writeAudit } from '../../audit/write-audit.ts'

/**
 * The ZIP of a finished job. NOT_FOUND for an unknown job, CONFLICT while it has none. Audited: it holds every code of
 * its stickers.
 */
export async function downloadBulkJob({ ctx, input }: VerbArgs<{ id: number }>): Promise<OpenFile> {
  const job = await ctx.db
    .selectFrom('bulk_jobs')
    .select(['file', 'completed_at'])
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (!job) throw new DomainError('NOT_FOUND', TEXTS.bulk_not_found)
  if (!job.file) throw new DomainError('CONFLICT', job.completed_at ? TEXTS.bulk_zip_ended : TEXTS.bulk_not_ready)
  const zip = await ctx.storage.open(job.file).catch((error: unknown) => {
    if (error instanceof MissingFile) ctx.log.error({ id: input.id, key: error.key }, 'ZIP of a bulk job is gone')
    throw error
  })
  try {
    await writeAudit(ctx, { action: 'bulk_job.downloaded', subject: 'bulk_job', subject_id: input.id })
  } catch (error) {
    zip.stream.destroy()
    throw error
  }
  return zip
}
