import { z } from 'zod'
import { day } from './formats.ts'
import { LIMITS } from './limits.ts'
import { ALL_STATES } from './states.ts'
import { TEXTS } from './texts.ts'

/** What stands for alerts of stickers nobody has registered where a state is asked for. */
export const UNREGISTERED = 'unregistered'

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Both days are inclusive and in India. */
export const responseInput = z
  .object({
    from: day,
    to: day,
    /** The subscriber's state, or `unregistered`; left out or empty for all. */
    state: z
      .string()
      .refine((state) => state === '' || state === UNREGISTERED || ALL_STATES.includes(state), 'Choose a state.')
      .optional()
      .transform((state) => state || undefined),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: TEXTS.dates_order })
  .refine(({ from, to }) => daysBetween(from, to) <= LIMITS.figures_days, {
    path: ['to'],
    message: TEXTS.figures_range,
  })
export type ResponseInput = z.output<typeof responseInput>

/** Seconds from the press until something happened; null when it happened to no alert. */
const seconds = z.object({
  /** How many alerts it happened to. */
  count: z.number(),
  median: z.number().nullable(),
  p90: z.number().nullable(),
})

export const responseFigures = z.object({
  /** Real alerts: no drills. */
  count: z.number(),
  /** How many of them somebody took within 15 and within 30 seconds. */
  claimed_in_15: z.number(),
  claimed_in_30: z.number(),
  claim: seconds,
  /** Until the first ambulance, ours or somebody else's, was sent. */
  dispatch: seconds,
  /** Until the first one was at the scene. */
  scene: seconds,
})
export type ResponseFigures = z.infer<typeof responseFigures>

export const SHIFTS = ['morning', 'evening', 'night'] as const
export type Shift = (typeof SHIFTS)[number]

export const responseTimes = z.object({
  from: z.string(),
  to: z.string(),
  total: responseFigures,
  /** 06 to 14, 14 to 22 and 22 to 06 o'clock; always all three. */
  by_shift: z.array(responseFigures.extend({ shift: z.enum(SHIFTS) })),
  /** Every day of the range, also those without an alert. */
  by_day: z.array(responseFigures.extend({ day: z.string() })),
  /** States with an alert, the one with the most first; null is the stickers nobody has registered. */
  by_state: z.array(responseFigures.extend({ state: z.string().nullable() })),
})
export type ResponseTimes = z.infer<typeof responseTimes>
