import type { BulkJob } from '../../../contracts/bulk-jobs.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { BULK_JOB_COLUMNS, toBulkJob } from './bulk-job-row.ts'

/** A job as callers see it. Throws NOT_FOUND. */
export async function findBulkJob(db: Db, id: number): Promise<BulkJob> {
  const row = await db.selectFrom('bulk_jobs').select(BULK_JOB_COLUMNS).where('id', '=', id).executeTakeFirst()
  if (!row) throw new DomainError('NOT_FOUND', TEXTS.bulk_not_found)
  return toBulkJob(row)
}
