import { z } from 'zod'

/** The stages of a synthetic scan: each begins where the one before it ended. `worker`: its worker died. */
export const SYNTHETIC_STAGES = [
  'name',
  'connection',
  'certificate',
  'http',
  'socket',
  'press',
  'console',
  'outbox',
  'message',
  'worker',
] as const
export type SyntheticStage = (typeof SYNTHETIC_STAGES)[number]

const count = z.number().int().min(0)
const seconds = z.number().nullable()
const moment = z.iso.datetime()

/** What a worker reports of itself every few seconds; the queues are the same in every report. */
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
    /** When a worker last checked the seals; null before the first time. */
    checked_at: moment.nullable(),
    /** Counts from the start of the product before the first time. */
    check_seconds: z.number(),
    /** When all of them had last been checked, from the first seal on. */
    round_ended_at: moment.nullable(),
    /** The result of that check. */
    broken: z.object({ first_id: z.number(), last_id: z.number(), reason: z.string() }).nullable(),
  }),
  /** The retention rules, by name. */
  retention: z.array(
    z.object({ rule: z.string(), ran_at: moment.nullable(), removed_last: count, removed_ever: count }),
  ),
  retention_seconds: seconds,
  failed_jobs: z.array(
    z.object({ id: z.number(), job: z.string(), job_id: z.string(), reason: z.string(), failed_at: moment }),
  ),
})
export type OpsOverview = z.infer<typeof opsOverview>

/** Hours looked back, and hours of one step. */
export const TREND_STEPS = { 24: 1, 168: 6 } as const
export const trendsInput = z.strictObject({
  hours: z.coerce
    .number()
    .pipe(z.union([z.literal(24), z.literal(168)]))
    .default(24),
})

/** What became of the product in the last day or week, computed from what happened: nothing is sampled. */
export const trends = z.object({
  /** Oldest first; the last one is not over. */
  steps: z.array(
    z.object({
      at: moment,
      /** Real alerts, no drills. */
      alerts: count,
      /** The longest wait of those that were taken. */
      claim_seconds: seconds,
      /** To people; none that only the inbox of development gets. */
      messages: count,
      failed: count,
      /** The slowest synthetic scan that worked. */
      scan_seconds: seconds,
      scans_failed: count,
    }),
  ),
  /** Providers of messages and calls in that time. */
  providers: z.array(
    z.object({
      name: z.string(),
      channel: z.string(),
      sent: count,
      /** With a receipt that says so. */
      delivered: count,
      failed: count,
      /** Median from the hand-over to the provider until the receipt. */
      delivery_seconds: seconds,
    }),
  ),
})
export type Trends = z.infer<typeof trends>

export const costsInput = z.strictObject({ days: z.coerce.number().int().min(1).max(31).default(7) })

const costLine = z.object({
  /** Of the provider, the day or the template. */
  name: z.string(),
  messages: count,
  calls: count,
  parts: count,
  cost_paise: z.number().min(0),
  /** Messages and calls that no price is set for; the cost leaves them out. */
  unpriced: count,
})
export type CostLine = z.infer<typeof costLine>

/** Taken by providers in the last days, and the limits of 24 hours. */
export const costs = z.object({
  all: costLine,
  by_provider: z.array(costLine),
  by_day: z.array(costLine),
  by_template: z.array(costLine),
  limits: z.array(z.object({ setting: z.string(), used: count, most: count })),
})
export type Costs = z.infer<typeof costs>

export const retryMessageInput = z.strictObject({ id: z.coerce.number().int().positive() })
export const retryMessagesInput = z.strictObject({
  template: z.string().trim().min(1).max(60),
  provider: z.string().trim().min(1).max(20).nullable(),
})
export const retryJobInput = z.strictObject({ id: z.coerce.number().int().positive() })
export const retried = z.object({ detail: z.string(), count })
