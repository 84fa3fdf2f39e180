// Without zod: the operator's screens use this.

/** What came of a call by phone. */
export const CALL_OUTCOMES = ['REACHED', 'NO_ANSWER', 'BUSY_OR_OFF', 'WRONG_NUMBER'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]
