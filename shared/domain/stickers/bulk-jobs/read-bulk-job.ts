import { sql } from 'kysely'
import type { BulkJobDetail } from '../../../contracts/bulk-jobs.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { findBulkJob } from './find-bulk-job.ts'

const nameOf = (alias: string) =>
  sql<string>`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`

/**
 * A job with the people who made and printed it, its file, and how many of its coupons exist, are in use and are
 * voided. NOT_FOUND for an unknown one.
 */
export async function readBulkJob({ ctx, input }: VerbArgs<{ id: number }>): Promise<BulkJobDetail> {
  const row = await ctx.db
    .selectFrom('bulk_jobs as j')
    .innerJoin('users as maker', 'maker.id', 'j.created_by')
    .leftJoin('users as printer', 'printer.id', 'j.printed_by')
    .select(['j.file_bytes', 'maker.id as maker_id', 'printer.id as printer_id'])
    .select([nameOf('maker').as('maker_name'), nameOf('printer').as('printer_name')])
    .where('j.id', '=', input.id)
    .executeTakeFirst()
  if (!row) throw new DomainError('NOT_FOUND', TEXTS.bulk_not_found)
  // At most 5,000 rows along the index of jobs.
  const counts = await ctx.db
    .selectFrom('coupons')
    .select([
      sql<number>`count(*)`.as('coupons'),
      sql<number>`count(*) filter (where status = 'USED')`.as('activated'),
      sql<number>`count(*) filter (where voided_at is not null)`.as('voided'),
    ])
    .where('bulk_job_id', '=', input.id)
    .executeTakeFirstOrThrow()
  const { maker_id, maker_name, printer_id, printer_name } = row
  return {
    ...(await findBulkJob(ctx.db, input.id)),
    ...counts,
    file_bytes: row.file_bytes,
    created_by: { id: maker_id, name: maker_name.trim() },
    printed_by: printer_id === null ? null : { id: printer_id, name: printer_name.trim() },
  }
}
