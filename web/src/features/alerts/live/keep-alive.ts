/** We ping; a server that is busy for some seconds must not look dead, or every console would leave it at once. */
export const KEEP_ALIVE = { enabled: true, intervalMs: 3_000, pongTimeoutMs: 10_000 }

/**
 * Milliseconds before the next attempt after so many in a row have failed: first 0 to 150, then growing to 5 s, always
 * jittered: a thousand consoles must not come back at one moment.
 */
export function retryDelay(failures: number): number {
  if (failures === 1) return Math.random() * 150
  return Math.min(5_000, 250 * 2 ** failures) * (0.5 + Math.random() / 2)
}
