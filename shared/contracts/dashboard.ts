import { z } from 'zod'

export const recentUser = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string(),
})

/** Statistics within the caller's reach: everything, the own chain, or only oneself. */
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

/** What an admin's home shows beside the counts. */
export const officeStatistics = z.object({
  /** Real alerts by the hour of the day in India, 0 to 23: today, and on a day of the last four weeks on average. */
  hours: z.array(z.object({ hour: z.number(), today: z.number(), usual: z.number() })),
  /** Plans that end within 30 days. */
  renewals_due: z.number(),
  /** In the last 24 hours. */
  failed_messages: z.number(),
  /** Given up by their queue. */
  failed_jobs: z.number(),
})
export type OfficeStatistics = z.infer<typeof officeStatistics>
