import { z } from 'zod'

/**
 * Queues of messages, the most urgent first: what an alert is about, one-time codes, and all others. Each has slots of its
 * own in a worker, so codes that wait for a slow provider hold back no alert.
 */
export const MESSAGE_QUEUES = ['alerts', 'codes', 'messages'] as const
export type MessageQueueName = (typeof MESSAGE_QUEUES)[number]

/** Separate queues: a message never waits behind bulk work, nor behind a push service that does not answer. */
export const QUEUES = [...MESSAGE_QUEUES, 'bulk', 'push'] as const
export type QueueName = (typeof QUEUES)[number]

interface JobDeclaration {
  /** Null: that of the message's template (message-urgency.ts). */
  queue: QueueName | null
  /** Ids only; the consumer parses it again. */
  payload: z.ZodType
  attempts: number
  /** First wait before a retry, doubling each time. */
  backoff_ms: number
}

/**
 * Every job of the product, without its handler (those live in worker/jobs; the worker does not start unless each has
 * exactly one). Retries of a message are counted on its own row; the queue's attempts only carry a run that threw.
 */
export const JOBS = {
  'tell-relatives': {
    queue: 'alerts',
    payload: z.strictObject({ alert_id: z.number() }),
    attempts: 10,
    backoff_ms: 500,
  },
  'send-message': {
    queue: null,
    // Only that attempt: a run that comes late, or a second one, does nothing.
    payload: z.strictObject({ message_id: z.number(), attempts: z.number().optional() }),
    attempts: 10,
    backoff_ms: 500,
  },
  'send-push': {
    queue: 'push',
    // Without an alert: the text of a message to staff, or a first push that says that they arrive.
    payload: z.strictObject({
      subscription_id: z.number(),
      alert_id: z.number().nullable(),
      message_id: z.number().optional(),
    }),
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

export const isMessageQueue = (name: QueueName): name is MessageQueueName =>
  (MESSAGE_QUEUES as readonly string[]).includes(name)

export type JobName = keyof typeof JOBS
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]['payload']>

export const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name)
