// Without zod: the console's pages use this.

/** The outcome of a call by phone. */
export const CALL_OUTCOMES = ['REACHED', 'NO_ANSWER', 'BUSY_OR_OFF', 'WRONG_NUMBER'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]
