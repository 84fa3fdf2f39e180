import type { BulkJob } from '../../contracts/bulk-jobs.ts'

export const BULK_JOB_COLUMNS = [
  'id',
  'count',
  'status',
  'progress',
  'created_at',
  'completed_at',
  'printed_at',
] as const

interface BulkJobRow extends Omit<BulkJob, 'created_at' | 'completed_at' | 'printed_at'> {
  created_at: Date
  completed_at: Date | null
  printed_at: Date | null
}

/** A row of `BULK_JOB_COLUMNS` as callers see it. */
export const toBulkJob = (row: BulkJobRow): BulkJob => ({
  ...row,
  created_at: row.created_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
  printed_at: row.printed_at?.toISOString() ?? null,
})
