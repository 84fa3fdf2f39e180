import { LIMITS } from './limits.ts'

/**
 * The escalation of an unclaimed alert: 1 every console louder, 2 every admin is called, 3 the people on call are
 * called. Server and consoles use the same function, so a console gets louder also while nothing else works.
 */
export type EscalationLevel = 0 | 1 | 2 | 3

/** The level that is due after so many seconds without an owner. */
export const escalationLevel = (waiting_seconds: number): EscalationLevel =>
  LIMITS.escalation_seconds.filter((seconds) => waiting_seconds >= seconds).length as EscalationLevel
