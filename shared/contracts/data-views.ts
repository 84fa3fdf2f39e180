import { z } from 'zod'

/** Who looked at a subscriber's health data: one row for one person or hospital, one page and one day. Newest first. */
export const dataViews = z.array(
  z.object({
    /** Name of the person, or of the hospital. */
    who: z.string(),
    /** Role of the person; null for a hospital. */
    role: z.string().nullable(),
    /** The alert whose page or link it was; null for the page of the subscriber. */
    alert_id: z.number().nullable(),
    first_at: z.string(),
    last_at: z.string(),
    times: z.number(),
  }),
)
export type DataViews = z.infer<typeof dataViews>
