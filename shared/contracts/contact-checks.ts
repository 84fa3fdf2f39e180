import { z } from 'zod'

export const CONTACT_CHECK_STATES = ['never', 'queued', 'sent', 'delivered', 'failed'] as const
export type ContactCheckState = (typeof CONTACT_CHECK_STATES)[number]

/** One emergency contact with a number, and the state of the last SMS that asked whether the number is right. */
export const contactCheck = z.object({
  relation: z.string(),
  name: z.string().nullable(),
  phone: z.string(),
  state: z.enum(CONTACT_CHECK_STATES),
  /** When the SMS was asked for. */
  at: z.string().nullable(),
  /** Whether the next round asks this number. */
  due: z.boolean(),
})
export const contactChecks = z.array(contactCheck)
export type ContactCheck = z.infer<typeof contactCheck>
