import { z } from 'zod'

/** The way of a synthetic scan: each stage begins where the one before it ended. `worker`: its worker died. */
export const SYNTHETIC_STAGES = ['socket', 'page', 'press', 'screen', 'outbox', 'message', 'worker'] as const
export type SyntheticStage = (typeof SYNTHETIC_STAGES)[number]

const count = z.number().int().min(0)
const seconds = z.number().nullable()
const moment = z.iso.datetime()

/** What a worker says of itself every few seconds; the queues are the same whoever says it. */
export const workerDetail = z.object({
  queues: z.record(z.string(), z.record(z.string(), count)),
  /** What this one takes jobs from. */
  takes: z.array(z.string()),
  breakers: z.array(z.object({ provider: z.string(), open: z.boolean() })),
})
export type WorkerDetail = z.infer<typeof workerDetail>

export const opsOverview = z.object({
  now: moment,
  alerts_open: count,
  alerts_unclaimed: count,
  oldest_unclaimed_seconds: seconds,
  consoles_open: count,
  consoles_armed: count,
  outbox_unpublished: count,
  outbox_oldest_seconds: seconds,
  messages_waiting: count,
  messages_oldest_seconds: seconds,
  messages_uncertain: count,
  bulk_jobs: z.record(z.string(), count),
  queues: z.array(
    z.object({ name: z.string(), waiting: count, active: count, delayed: count, failed: count, workers: count }),
  ),
  providers: z.array(z.object({ name: z.string(), open: z.boolean() })),
  processes: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['server', 'worker']),
      host: z.string(),
      pid: z.number(),
      version: z.string(),
      started_at: moment,
      seen_at: moment,
      lives: z.boolean(),
      screens: count.nullable(),
    }),
  ),
  /** 0: no synthetic scans are made. */
  scan_minutes: count,
  /** Newest first. */
  scans: z.array(
    z.object({
      id: z.number(),
      started_at: moment,
      ok: z.boolean().nullable(),
      failed_stage: z.string().nullable(),
      reason: z.string().nullable(),
      total_ms: count,
    }),
  ),
  /** Of the last 24 hours, by what they have in common. */
  failed_messages: z.array(
    z.object({
      template: z.string(),
      provider: z.string().nullable(),
      count,
      /** Fewer where what they said was erased, as with codes. */
      can_be_sent: count,
      newest_error: z.string().nullable(),
      newest_at: moment,
    }),
  ),
  /** The newest of them, to be sent one by one. */
  newest_failed: z.array(
    z.object({
      id: z.number(),
      template: z.string(),
      recipient: z.string().nullable(),
      alert_id: z.number().nullable(),
      error: z.string().nullable(),
      failed_at: moment,
      can_be_sent: z.boolean(),
    }),
  ),
  audit: z.object({
    /** The newest seal; null before the first. */
    sealed_at: moment.nullable(),
    /** Entries since then. */
    unsealed: count,
    unsealed_seconds: seconds,
    /** When a worker last looked whether the seals are whole; null before the first time. */
    checked_at: moment.nullable(),
    /** Counts from the start of the product before the first time. */
    check_seconds: z.number(),
    /** When all of them had last been looked at, from the first seal on. */
    round_ended_at: moment.nullable(),
    /** What that look found. */
    broken: z.object({ first_id: z.number(), last_id: z.number(), reason: z.string() }).nullable(),
  }),
  /** What ends by itself, by rule. */
  retention: z.array(
    z.object({ rule: z.string(), ran_at: moment.nullable(), removed_last: count, removed_ever: count }),
  ),
  retention_seconds: seconds,
  failed_jobs: z.array(
    z.object({ id: z.number(), job: z.string(), job_id: z.string(), reason: z.string(), failed_at: moment }),
  ),
})
export type OpsOverview = z.infer<typeof opsOverview>

export const retryMessageInput = z.strictObject({ id: z.coerce.number().int().positive() })
export const retryMessagesInput = z.strictObject({
  template: z.string().trim().min(1).max(60),
  provider: z.string().trim().min(1).max(20).nullable(),
})
export const retryJobInput = z.strictObject({ id: z.coerce.number().int().positive() })
export const retried = z.object({ detail: z.string(), count })
