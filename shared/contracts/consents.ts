import { z } from 'zod'

/** The versions of the notice subscribers consent to, the oldest first. The last is in force. */
const NOTICES = [
  {
    version: '2026-11',
    since: '2026-11-01',
    /** What this version asks for that the one before did not; shown to who consented to an older one. */
    news: 'We keep what you entered, with your health conditions and medicines, to help you in an emergency.',
  },
  {
    version: '2026-11-23',
    since: '2026-11-23',
    news: 'You can also give us your blood group, allergies, date of birth and sex. We keep these health data to help you in an emergency.',
  },
] as const satisfies readonly { version: string; since: string; news: string }[]

/** The first notice that named the kinds of health data that came later. */
export const LATER_HEALTH_FIELDS = {
  fields: ['blood_group', 'allergies', 'date_of_birth', 'sex'] as readonly string[],
  since: '2026-11-23',
} as const

export const CURRENT_NOTICE = NOTICES[NOTICES.length - 1]!

export const consentState = z.object({
  version: z.string(),
  /** Withdrawn: no health data is kept. */
  withdrawn: z.boolean(),
  /** What is new since the version that was accepted; null when that is the one in force. */
  news: z.string().nullable(),
  /** Newest first. */
  history: z.array(
    z.object({
      event: z.enum(['given', 'withdrawn']),
      version: z.string(),
      how: z.enum(['registration', 'by_staff', 'profile']),
      at: z.string(),
    }),
  ),
})
export type ConsentState = z.infer<typeof consentState>
