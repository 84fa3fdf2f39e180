/** One rung: so many seconds after the first message, and how. `message` is WhatsApp or SMS, as the person chose. */
export interface Rung {
  after_seconds: number
  by: 'message' | 'voice'
}

/** WhatsApp that is not delivered after so long goes by SMS too. */
export const FALLBACK_SECONDS = 30

/**
 * How a person is notified until a receipt or the person confirms; then the ladder ends. A person who was not notified when
 * `not_reached_seconds` have passed is shown in red and called by an operator. An SMS wakes nobody at night.
 */
export const LADDERS = {
  relative: {
    rungs: [
      { after_seconds: 0, by: 'message' },
      { after_seconds: 60, by: 'voice' },
      { after_seconds: 120, by: 'voice' },
    ],
    not_reached_seconds: 180,
  },
  /** A driver's own step on the driver page confirms. */
  driver: {
    rungs: [
      { after_seconds: 0, by: 'message' },
      { after_seconds: 15, by: 'voice' },
    ],
    not_reached_seconds: 45,
  },
  /** Until an alert does not wait any more, or the person confirms by key. */
  on_call: {
    rungs: [
      { after_seconds: 0, by: 'message' },
      { after_seconds: 20, by: 'voice' },
      { after_seconds: 80, by: 'voice' },
    ],
    not_reached_seconds: 140,
  },
} as const satisfies Record<string, { rungs: Rung[]; not_reached_seconds: number }>
export type LadderName = keyof typeof LADDERS

/** The message that begins each ladder. The text of its calls is called the same with `_call`. */
export const LADDER_OF = {
  relative_alert: 'relative',
  driver_dispatch: 'driver',
  staff_escalation: 'on_call',
} as const satisfies Record<string, LadderName>
