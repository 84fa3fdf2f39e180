import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from './database/database.ts'
import { DomainError } from './domain-error.ts'

interface Limit {
  /** Prefix of its keys in the table. */
  name: string
  points: number
  seconds: number
}

/** Two servers' clocks differ by less. */
const SLACK_MS = 60_000

/** A key that blocks for longer than it can was written by a clock that was ahead: it begins again. */
class Limiter extends RateLimiterPostgres {
  override async consume(...given: Parameters<RateLimiterPostgres['consume']>): Promise<RateLimiterRes> {
    try {
      return await super.consume(...given)
    } catch (error) {
      if (!(error instanceof RateLimiterRes) || error.msBeforeNext <= this.duration * 1000 + SLACK_MS) throw error
      await this.delete(given[0])
      return super.consume(...given)
    }
  }
}

const limiters = new WeakMap<Db, Map<string, RateLimiterPostgres>>()

/** The limiter of this name over all server processes: `points` in `seconds` for each key. */
export function rateLimiter(db: Db, { name, points, seconds }: Limit): RateLimiterPostgres {
  const ofDatabase = limiters.get(db) ?? new Map<string, RateLimiterPostgres>()
  limiters.set(db, ofDatabase)
  let found = ofDatabase.get(name)
  if (!found) {
    found = new Limiter({
      storeClient: throughKysely(db),
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
    })
    ofDatabase.set(name, found)
  }
  return found
}

/** Counts one for `key`. Throws TOO_MANY_REQUESTS with `text` and the seconds to wait when it is too much. */
export async function consume(limiter: RateLimiterPostgres, key: string, text: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new DomainError('TOO_MANY_REQUESTS', text, {
      retry_after_seconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
    })
  }
}

/** The library wants a client of pg; a context has the query builder over the same pool. */
const throughKysely = (db: Db) => ({
  async query({ text, values }: { text: string; values: unknown[] }) {
    const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values))
    return { rows, rowCount: numAffectedRows === undefined ? rows.length : Number(numAffectedRows) }
  },
})
