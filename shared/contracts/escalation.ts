import { LIMITS } from './limits.ts'

/**
 * The ladder of an alert nobody has: 1 every screen louder, 2 every admin is called, 3 the on-call numbers are called.
 * Server and screens reckon with the same function, so a screen gets louder also while nothing else works.
 */
export type EscalationLevel = 0 | 1 | 2 | 3

/** The level that is due after so many seconds without an owner. */
export const escalationLevel = (waiting_seconds: number): EscalationLevel =>
  LIMITS.escalation_seconds.filter((seconds) => waiting_seconds >= seconds).length as EscalationLevel
