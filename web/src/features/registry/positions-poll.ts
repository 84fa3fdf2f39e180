/** How often the positions on a map are read again, milliseconds. */
export const POSITIONS_POLL_MS = 15_000
