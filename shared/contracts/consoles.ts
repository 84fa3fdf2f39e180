import { z } from 'zod'

/** Whether anybody listens for alerts, and whom the watch has told that nobody does. Times are ISO 8601 in UTC. */
export const consoleWatch = z.object({
  /** Screens with sound armed that were heard of within 45 s. */
  listening: z.number(),
  /** Since when no screen listens; null while one does. */
  silent_since: z.string().nullable(),
  /** When the on-call numbers were told of it last. */
  told_at: z.string().nullable(),
  /** How many numbers ON_CALL_NUMBERS holds. */
  on_call_numbers: z.number(),
})
export type ConsoleWatch = z.infer<typeof consoleWatch>
