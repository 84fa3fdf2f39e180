import { sql, type SqlBool } from 'kysely'
import type { BulkJob } from '../../../contracts/bulk-jobs.ts'
import type { Holder } from '../../../contracts/stock.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { holderJson } from '../../people/users/holder.ts'
import { failureHint } from './failure-hint.ts'

export const BULK_JOB_COLUMNS = [
  'id',
  'count',
  'status',
  'label_style',
  'progress',
  'created_at',
  'completed_at',
  'printed_at',
  'last_error',
  'cancelled_at',
  'name',
  sql<boolean>`(bulk_jobs.file is not null)`.as('has_zip'),
  sql<Holder | null>`${holderJson(sql`bulk_jobs.owner_id`)}`.as('owner'),
] as const

interface BulkJobRow extends Omit<BulkJob, 'created_at' | 'completed_at' | 'printed_at' | 'cancelled_at' | 'hint'> {
  created_at: Date
  completed_at: Date | null
  printed_at: Date | null
  cancelled_at: Date | null
}

/** A row of `BULK_JOB_COLUMNS` as callers see it. Only a run that has finally failed shows its error. */
export function toBulkJob(row: BulkJobRow): BulkJob {
  const ended = row.status !== 'PROCESSING' && row.completed_at !== null && !row.has_zip
  const failed = row.status === 'FAILED' || (ended && row.last_error !== null)
  return {
    id: row.id,
    count: row.count,
    status: row.status,
    label_style: row.label_style,
    progress: row.progress,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    has_zip: row.has_zip,
    printed_at: row.printed_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    name: row.name,
    owner: row.owner && { id: row.owner.id, name: row.owner.name, firm_name: row.owner.firm_name },
    last_error: failed ? row.last_error : null,
    hint: row.cancelled_at ? TEXTS.bulk_cancelled_hint : failed ? failureHint(row.last_error) : null,
  }
}

/** Condition: the ZIP of a job that is over was deleted; it can be made again. */
export const zipEnded = sql<SqlBool>`(status in ('COMPLETED', 'PRINTED') and completed_at is not null and file is null)`

/** Condition: a run of the job has something to do. */
export const toBeMade = sql<SqlBool>`(status = 'PROCESSING' or ${zipEnded})`

/** Where the ZIP of a job is stored. */
export const zipKey = (id: number): string => `bulk/job-${id}.zip`
