import { z } from 'zod'

/** An ambulance on its way whose positions stand still or have stopped. */
export const standingAmbulance = z.object({
  alert_id: z.number(),
  /** No position comes any more; else they come from one place. */
  unseen: z.boolean(),
  /** The last movement, or the last position. */
  since: z.string(),
  /** When the consoles of the alert's owner began to ring for it; null once the owner has acted. */
  rings_from: z.string().nullable(),
})
export type StandingAmbulance = z.infer<typeof standingAmbulance>

/** Of a claimed alert: relatives whom neither message nor call reached in time, and what the driver who was asked knows. */
export const peopleOfAlert = z.object({
  alert_id: z.number(),
  unreached: z.number(),
  /** The driver knows, and has not answered. */
  driver_heard: z.boolean(),
})

/** How many consoles are armed, and when the on-call numbers were notified that none is. Times are ISO 8601 in UTC. */
export const consoleWatch = z.object({
  /** Armed consoles that were heard of within 45 s. */
  listening: z.number(),
  /** Since when no console is armed; null while one is. */
  silent_since: z.string().nullable(),
  /** When the on-call numbers were last notified of it. */
  told_at: z.string().nullable(),
  /** How many people are on call now. */
  on_call_numbers: z.number(),
  /** Owners of open alerts who are not present. */
  away: z.array(z.number()),
  standing: z.array(standingAmbulance),
  people: z.array(peopleOfAlert),
  /** Messages to admins and people on call that failed for good and were not made up for. */
  staff_not_reached: z.array(z.object({ id: z.number(), name: z.string().nullable(), failed_at: z.string() })),
})
export type ConsoleWatch = z.infer<typeof consoleWatch>
