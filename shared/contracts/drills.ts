import { z } from 'zod'
import { alertStatus } from './alerts.ts'

export const startedDrill = z.object({ id: z.number() })

/** How the last test of the own sticker went. The answer of `subscribers.drill`. */
export const ownDrill = z.object({
  drill: z
    .object({
      id: z.number(),
      status: alertStatus,
      received_at: z.string(),
      /** First name of the operator who took it. */
      seen_by: z.string().nullable(),
      seen_after_seconds: z.number().nullable(),
      closed_at: z.string().nullable(),
      /** What was noted when it was closed. */
      description: z.string().nullable(),
    })
    .nullable(),
  /** From when the sticker may be tested again; null for now. */
  again_at: z.string().nullable(),
})
export type OwnDrill = z.infer<typeof ownDrill>
