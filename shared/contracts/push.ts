import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { TEXTS } from './texts.ts'

/** What arrives on a device. No personal data: it also shows on a locked screen, and passes a push service. */
export const pushContent = z.strictObject({
  /** The oldest alert that waits. Null: a text, or only a try. */
  alert_id: z.number().nullable(),
  /** Seconds the oldest alert waits. */
  age: z.number(),
  /** Alerts that wait. */
  count: z.number(),
  /** An alarm that is not about an alert. */
  text: z.string().optional(),
})
export type PushContent = z.infer<typeof pushContent>

const key = z
  .string()
  .max(200)
  .regex(/^[\w-]+$/)

/** As the browser's `PushSubscription` has it. */
export const subscribeInput = z.strictObject({
  endpoint: z.url(TEXTS.push_service_unknown).max(LIMITS.push_endpoint),
  p256dh: key,
  auth: key,
})
export type Subscribe = z.output<typeof subscribeInput>

export const unsubscribeInput = z.strictObject({ id: z.coerce.number().int().positive() })

export const ownPush = z.object({
  /** What the browser subscribes with. */
  public_key: z.string(),
  devices: z.array(
    z.object({
      id: z.number(),
      /** Tells the browser which of them it is. */
      endpoint: z.string(),
      user_agent: z.string().nullable(),
      created_at: z.iso.datetime(),
      /** When a push last reached the push service. */
      delivered_at: z.iso.datetime().nullable(),
      /** Why the last one did not. */
      last_error: z.string().nullable(),
    }),
  ),
})
export type OwnPush = z.infer<typeof ownPush>
