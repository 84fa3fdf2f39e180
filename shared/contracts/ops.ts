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
const moment = z.iso.datetime()

export const opsOverview = z.object({
  now: moment,
  consoles_open: count,
  consoles_armed: count,
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
  /** The newest that has ended. */
  scan: z
    .object({
      started_at: moment,
      ok: z.boolean(),
      failed_stage: z.string().nullable(),
      reason: z.string().nullable(),
      total_ms: count,
    })
    .nullable(),
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
  /** Entries that the last check of the seals found changed. */
  audit_broken: z.object({ first_id: z.number(), last_id: z.number(), reason: z.string() }).nullable(),
  failed_jobs: z.array(
    z.object({ id: z.number(), job: z.string(), job_id: z.string(), reason: z.string(), failed_at: moment }),
  ),
})
export type OpsOverview = z.infer<typeof opsOverview>

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
