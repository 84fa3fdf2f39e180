import { z } from 'zod'

export const recentUser = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string(),
})

/** Figures within the caller's reach: everything, the own chain, or only oneself. */
export const dashboard = z.object({
  total_users: z.number(),
  total_generated_qr_count: z.number(),
  total_used_qrs_count: z.number(),
  pending_alerts_count: z.number(),
  /** Only for those with `dashboard.staff_count`. */
  total_staff_count: z.number().optional(),
  recent_10_users: z.array(recentUser),
})
export type Dashboard = z.infer<typeof dashboard>
