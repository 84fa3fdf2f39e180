/** The way of a synthetic scan: each stage begins where the one before it ended. `worker`: its worker died. */
export const SYNTHETIC_STAGES = ['socket', 'page', 'press', 'screen', 'outbox', 'message', 'worker'] as const
export type SyntheticStage = (typeof SYNTHETIC_STAGES)[number]
