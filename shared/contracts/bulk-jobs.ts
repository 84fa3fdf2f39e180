import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { day, optionalText } from './formats.ts'
import { LABEL_STYLES } from './label-faces.ts'
import { listQuery, sortBy } from './lists.ts'
import { TEXTS } from './texts.ts'
import { requestId } from './requests.ts'

export const BULK_JOB_STATUSES = ['PROCESSING', 'COMPLETED', 'PRINTED', 'FAILED'] as const
export const bulkJobStatus = z.enum(BULK_JOB_STATUSES)
export type BulkJobStatus = z.infer<typeof bulkJobStatus>

export const bulkJob = z.object({
  id: z.number(),
  count: z.number(),
  status: bulkJobStatus,
  /** What its stickers are printed on. */
  label_style: z.enum(LABEL_STYLES),
  /** Work done so far, measured in coupons, up to `count`; it never goes back within a run. */
  progress: z.number(),
  created_at: z.string(),
  /** When its ZIP was stored. */
  completed_at: z.string().nullable(),
  /** Its ZIP is there. That of a job that is over has been deleted after 30 days. */
  has_zip: z.boolean(),
  printed_at: z.string().nullable(),
  /** Only of a FAILED job that an admin stopped. */
  cancelled_at: z.string().nullable(),
  /** Only of a FAILED job, or of a ZIP that could not be made again: what was noted, for support. */
  last_error: z.string().nullable(),
  /** The same in words for the office, and what to do. */
  hint: z.string().nullable(),
  name: z.string().nullable(),
  /** Whose stock its coupons are from the beginning; null for the company. */
  owner: z.object({ id: z.number(), name: z.string(), firm_name: z.string() }).nullable(),
})
export type BulkJob = z.infer<typeof bulkJob>

const person = z.object({ id: z.number(), name: z.string() })

/** A job with its people, its file and the counts of its coupons. */
export const bulkJobDetail = bulkJob.extend({
  created_by: person,
  printed_by: person.nullable(),
  file_bytes: z.number().nullable(),
  /** How many of its coupons exist: none or all of them. */
  coupons: z.number(),
  /** Those that are registered. */
  activated: z.number(),
  voided: z.number(),
})
export type BulkJobDetail = z.infer<typeof bulkJobDetail>

/**
 * `count` is clamped to 1 to 5000; left out it is 50; what is no whole number is rejected. The same `request_id` again
 * answers with the job that is there.
 */
export const createBulkJobInput = z.strictObject({
  ...requestId,
  name: optionalText(LIMITS.bulk_name),
  owner_id: z.number().int().positive().optional(),
  count: z
    .number(TEXTS.bulk_count_number)
    .int(TEXTS.bulk_count_number)
    .default(LIMITS.bulk_count_default)
    .transform((count) => Math.min(LIMITS.bulk_count_max, Math.max(1, count))),
  label_style: z.enum(LABEL_STYLES).default('branded'),
})

/** `created_at` is a day in India. */
export const bulkJobListInput = listQuery.omit({ search: true, cursor: true }).extend({
  status: bulkJobStatus.optional(),
  created_at: day.optional(),
  sort: sortBy(['created_at']),
})
export type BulkJobListInput = z.output<typeof bulkJobListInput>
export const bulkJobList = z.object({
  count: z.number(),
  results: z.array(bulkJob),
  next_page_number: z.number().nullable(),
  previous_page_number: z.number().nullable(),
  total_pages: z.number(),
})

export const bulkJobId = z.strictObject({ id: z.coerce.number().int().positive() })
export const updateBulkJobInput = bulkJobId.extend({ status: z.literal('PRINTED', TEXTS.bulk_only_printed) })
