import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { listQuery, optionalDay } from './lists.ts'
import { TEXTS } from './texts.ts'

export const BULK_JOB_STATUSES = ['PROCESSING', 'COMPLETED', 'PRINTED', 'FAILED'] as const
export const bulkJobStatus = z.enum(BULK_JOB_STATUSES)
export type BulkJobStatus = z.infer<typeof bulkJobStatus>

export const bulkJob = z.object({
  id: z.number(),
  count: z.number(),
  status: bulkJobStatus,
  /** Coupons drawn so far, up to `count`. */
  progress: z.number(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
  printed_at: z.string().nullable(),
})
export type BulkJob = z.infer<typeof bulkJob>

/** `count` is clamped to 1 to 5000; left out it is 50; what is no whole number is refused. */
export const createBulkJobInput = z.strictObject({
  count: z
    .number(TEXTS.bulk_count_number)
    .int(TEXTS.bulk_count_number)
    .default(LIMITS.bulk_count_default)
    .transform((count) => Math.min(LIMITS.bulk_count_max, Math.max(1, count))),
})

/** `created_at` is a day in India. */
export const bulkJobListInput = listQuery.omit({ search: true, cursor: true }).extend({
  status: z
    .union([z.literal(''), bulkJobStatus])
    .optional()
    .transform((status) => status || undefined),
  created_at: optionalDay,
})
export const bulkJobList = z.object({
  count: z.number(),
  results: z.array(bulkJob),
  next_page_number: z.number().nullable(),
  previous_page_number: z.number().nullable(),
  total_pages: z.number(),
})

export const bulkJobId = z.strictObject({ id: z.coerce.number().int().positive() })
export const updateBulkJobInput = bulkJobId.extend({ status: z.literal('PRINTED', TEXTS.bulk_only_printed) })
