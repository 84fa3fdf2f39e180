import { z } from 'zod'

/** Separate queues: a message never waits behind bulk work, nor behind a push service that does not answer. */
export const QUEUES = ['messages', 'bulk', 'push'] as const
export type QueueName = (typeof QUEUES)[number]

interface JobDeclaration {
  queue: QueueName
  /** Ids only; the consumer parses it again. */
  payload: z.ZodType
  attempts: number
  /** First wait before a retry, doubling each time. */
  backoff_ms: number
}

/**
 * Every job of the product, without its handler (those live in worker/jobs; the worker refuses to start unless each has
 * exactly one). Retries of a message are counted on its own row; the queue's attempts only carry a run that threw.
 */
export const JOBS = {
  'tell-relatives': {
    queue: 'messages',
    payload: z.strictObject({ alert_id: z.number() }),
    attempts: 10,
    backoff_ms: 500,
  },
  'send-message': {
    queue: 'messages',
    // Only that attempt: a run that comes late, or a second one, does nothing.
    payload: z.strictObject({ message_id: z.number(), attempts: z.number().optional() }),
    attempts: 10,
    backoff_ms: 500,
  },
  'send-push': {
    queue: 'push',
    // Without an alert: a first push that says that they arrive.
    payload: z.strictObject({ subscription_id: z.number(), alert_id: z.number().nullable() }),
    attempts: 4,
    backoff_ms: 1_000,
  },
  'make-bulk-coupons': {
    queue: 'bulk',
    payload: z.strictObject({ bulk_job_id: z.number() }),
    attempts: 5,
    backoff_ms: 500,
  },
} as const satisfies Record<string, JobDeclaration>

export type JobName = keyof typeof JOBS
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]['payload']>

export const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name)
