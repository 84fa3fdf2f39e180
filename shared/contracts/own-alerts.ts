import { z } from 'zod'
import { alertStatus } from './alerts.ts'
import { dispatchState } from './dispatch.ts'
import { listOf } from './lists.ts'

/** An alert as its subscriber sees it afterwards: no phone numbers, no timeline. */
export const ownAlert = z.object({
  id: z.number(),
  timestamp: z.string(),
  drill: z.boolean(),
  status: alertStatus,
  /** Where, in words. */
  place: z.string(),
  /** What was noted when it was closed. */
  description: z.string().nullable(),
  closed_at: z.string().nullable(),
  /** The last ambulance that was sent. */
  ambulance: z.object({ name: z.string(), state: dispatchState, at_scene_at: z.string().nullable() }).nullable(),
})
export type OwnAlert = z.infer<typeof ownAlert>
export const ownAlertList = listOf(ownAlert)
