/** While a part is away, one line a minute says how often it failed. */
const REPEAT_MS = 60_000
/** It is back when it works and nothing has failed for so long: connections come back one after the other. */
const QUIET_MS = 5_000

export interface Outages {
  /** Fields of the line to write for this failure, or null when it is only counted. */
  failed(part: string): { part: string; state: 'away'; failures: number; seconds: number } | null
  /** The part has answered. */
  works(part: string): void
}

interface Outage {
  since: number
  failures: number
  said_at: number
  back?: NodeJS.Timeout | undefined
}

/**
 * The state of each part that may be away. `on_back` is called once for each end of an outage, with its length and its
 * count of failures.
 */
export function createOutages(
  on_back: (end: { part: string; state: 'back'; failures: number; seconds: number }) => void,
  now: () => number = () => performance.now(),
): Outages {
  const outages = new Map<string, Outage>()
  return {
    failed(part) {
      const known = outages.get(part)
      clearTimeout(known?.back)
      const outage = known ?? { since: now(), failures: 0, said_at: -Infinity }
      outages.set(part, outage)
      outage.back = undefined
      outage.failures += 1
      if (now() - outage.said_at < REPEAT_MS) return null
      outage.said_at = now()
      return { part, state: 'away', failures: outage.failures, seconds: secondsSince(outage) }
    },
    works(part) {
      const outage = outages.get(part)
      if (!outage || outage.back) return
      outage.back = setTimeout(() => {
        outages.delete(part)
        on_back({ part, state: 'back', failures: outage.failures, seconds: secondsSince(outage) })
      }, QUIET_MS).unref()
    },
  }

  function secondsSince({ since }: Outage): number {
    return Math.round((now() - since) / 1000)
  }
}

const DATABASE_CODES = /^(08...|25006|53...|57P0.)$/
const NETWORK_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const DATABASE_MESSAGES =
  /^Connection terminated|^timeout exceeded when trying to connect|^Query read timeout|^The connection ended while/
const REDIS_MESSAGES =
  /^Connection is closed|^Stream isn't writeable|max retries per request|^(LOADING|READONLY|OOM|MISCONF) /

const STORES = ['database', 'redis', 'files'] as const
export const isStore = (part: unknown): boolean => (STORES as readonly unknown[]).includes(part)

/** The store whose absence an error says; null for any other error. */
export function storeAway(error: unknown): (typeof STORES)[number] | null {
  if (!(error instanceof Error)) return null
  if (error instanceof AggregateError && error.errors.length > 0 && !hasCode(error)) {
    const [first, ...others] = error.errors.map(storeAway)
    return others.every((store) => store === first) ? first! : null
  }
  const { code } = error as { code?: unknown }
  if (REDIS_MESSAGES.test(error.message)) return 'redis'
  if (DATABASE_MESSAGES.test(error.message)) return 'database'
  if (typeof code !== 'string') return null
  if (NETWORK_CODES.test(code)) return '$metadata' in error ? 'files' : 'database'
  return DATABASE_CODES.test(code) ? 'database' : null
}

const hasCode = (error: Error) => typeof (error as { code?: unknown }).code === 'string'
