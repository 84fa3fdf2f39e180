import { z } from 'zod'
import { day } from './formats.ts'
import { LIMITS } from './limits.ts'
import { ALL_STATES } from './states.ts'
import { TEXTS } from './texts.ts'

/** What stands for alerts of unregistered stickers and erased people where a state is asked for. */
export const UNREGISTERED = 'unregistered'

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

export const RESPONSE_MEASURES = ['claim', 'dispatch', 'scene'] as const
export type ResponseMeasure = (typeof RESPONSE_MEASURES)[number]

export const SHIFTS = ['morning', 'evening', 'night'] as const
export type Shift = (typeof SHIFTS)[number]

const range = z.object({
  from: day,
  to: day,
  /** The subscriber's state, or `unregistered`; left out or empty for all. */
  state: z
    .string()
    .refine((state) => state === '' || state === UNREGISTERED || ALL_STATES.includes(state), 'Choose a state.')
    .optional()
    .transform((state) => state || undefined),
})

function inOrder<Input extends z.ZodType<{ from: string; to: string }>>(input: Input) {
  return input
    .refine(({ from, to }) => from <= to, { path: ['to'], message: TEXTS.dates_order })
    .refine(({ from, to }) => daysBetween(from, to) <= LIMITS.figures_days, {
      path: ['to'],
      message: TEXTS.figures_range,
    })
}

/** Both days are inclusive and in India. */
export const responseInput = inOrder(range)
export type ResponseInput = z.output<typeof responseInput>

/** The alerts of a range, or of one of its shifts, that waited longest. */
export const slowestInput = inOrder(
  range.extend({ measure: z.enum(RESPONSE_MEASURES), shift: z.enum(SHIFTS).optional() }),
)
export type SlowestInput = z.output<typeof slowestInput>

export const slowestAlerts = z.array(
  z.object({
    id: z.number(),
    timestamp: z.iso.datetime(),
    state: z.string().nullable(),
    /** From the press. */
    seconds: z.number(),
  }),
)

/** Seconds from the press until something happened; null when it happened to no alert. */
const seconds = z.object({
  /** How many alerts it happened to. */
  count: z.number(),
  median: z.number().nullable(),
  p90: z.number().nullable(),
  /** Open alerts to which it has not happened yet, and those of them that are past the target. */
  waiting: z.number(),
  overdue: z.number(),
})

export const responseStatistics = z.object({
  /** Real alerts: no drills. */
  count: z.number(),
  /** How many of them were claimed within 15 and within 30 seconds. */
  claimed_in_15: z.number(),
  claimed_in_30: z.number(),
  claim: seconds,
  /** Until the first ambulance, ours or an outside provider's, was sent. */
  dispatch: seconds,
  /** Until the first one was at the scene. */
  scene: seconds,
})
export type ResponseStatistics = z.infer<typeof responseStatistics>

export const responseTimes = z.object({
  from: z.string(),
  to: z.string(),
  total: responseStatistics,
  /** 06 to 14, 14 to 22 and 22 to 06 o'clock; always all three. */
  by_shift: z.array(responseStatistics.extend({ shift: z.enum(SHIFTS) })),
  /** Every day of the range, also those without an alert. */
  by_day: z.array(responseStatistics.extend({ day: z.string() })),
  /** States with an alert, the one with the most first; null is unregistered stickers and erased people. */
  by_state: z.array(responseStatistics.extend({ state: z.string().nullable() })),
})
export type ResponseTimes = z.infer<typeof responseTimes>
