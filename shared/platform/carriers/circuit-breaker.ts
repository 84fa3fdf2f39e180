export interface BreakerSettings {
  /** Consecutive failures that open it. */
  failures: number
  /** How long it stays open, milliseconds. */
  open_ms: number
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

// A provider that asks for hours of rest would otherwise be forgotten.
const REST_MS_MAX = 5 * 60_000

/**
 * Closed: calls pass. Open: they are rejected until `open_ms` have passed, then one call at a time may try (half-open);
 * its success closes, its failure opens again. `now` in milliseconds, must not jump.
 */
export function createCircuitBreaker({ failures, open_ms }: BreakerSettings, now: () => number) {
  let consecutive = 0
  let rests_until: number | null = null
  let probing = false
  return {
    /** True when a call may be made. The caller must then report with `succeeded`, `failed` or `learnedNothing`. */
    enter(): boolean {
      if (rests_until === null) return true
      if (probing || now() < rests_until) return false
      probing = true
      return true
    },
    succeeded(): void {
      consecutive = 0
      rests_until = null
      probing = false
    },
    /** `rest_ms`: the provider asked for silence, so it opens at once for that long. */
    failed(rest_ms = 0): void {
      consecutive += 1
      probing = false
      const opens = consecutive >= failures || rests_until !== null
      const rest = opens ? Math.max(open_ms, rest_ms) : rest_ms
      if (rest > 0) rests_until = Math.max(rests_until ?? 0, now() + Math.min(rest, REST_MS_MAX))
    },
    /** The call said nothing about the provider's health. */
    learnedNothing(): void {
      probing = false
    },
    /** When the next call is allowed, on the scale of `now`; in the past when it already is. */
    restsUntil: (): number => rests_until ?? Number.NEGATIVE_INFINITY,
  }
}
