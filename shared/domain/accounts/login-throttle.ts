import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { TEXTS } from '../../contracts/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/database.ts'
import { networkOf } from '../../platform/network-of.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hmac } from '../../platform/secrets.ts'

const MINUTES = 15
const PER_ACCOUNT = 10
const PER_ADDRESS = 50

interface Limiters {
  account: RateLimiterPostgres
  address: RateLimiterPostgres
}

/**
 * Counts a login attempt before the password is looked at, so that a hundred at once are not a hundred guesses: 10
 * failures per account and 50 per address in 15 minutes, over all server processes. Throws TOO_MANY_REQUESTS with the
 * seconds to wait; otherwise returns what takes the attempt back, for one that succeeded or was never tried.
 */
export async function countLoginAttempt(ctx: Ctx, account: string): Promise<{ takeBack(all: boolean): Promise<void> }> {
  const { account: byAccount, address: byAddress } = limitersOf(ctx.db)
  const secret = ctx.config.SECRET_KEY
  const accountKey = hmac(secret, 'login-throttle', account).toString('hex')
  const addressKey = hmac(secret, 'login-throttle', ctx.ip ? networkOf(ctx.ip) : 'unknown').toString('hex')
  await consume(byAddress, addressKey)
  await consume(byAccount, accountKey)
  return {
    async takeBack(all) {
      await byAddress.reward(addressKey)
      await (all ? byAccount.delete(accountKey) : byAccount.reward(accountKey))
    },
  }
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new Refusal('TOO_MANY_REQUESTS', TEXTS.login_too_many, {
      retry_after_seconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
    })
  }
}

const limiters = new WeakMap<Db, Limiters>()

function limitersOf(db: Db): Limiters {
  let found = limiters.get(db)
  if (!found) {
    const make = (keyPrefix: string, points: number) =>
      new RateLimiterPostgres({
        storeClient: throughKysely(db),
        storeType: 'client',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix,
        points,
        duration: MINUTES * 60,
      })
    limiters.set(db, (found = { account: make('login-account', PER_ACCOUNT), address: make('login-ip', PER_ADDRESS) }))
  }
  return found
}

/** The library wants a client of pg; a context has the query builder over the same pool. */
const throughKysely = (db: Db) => ({
  async query({ text, values }: { text: string; values: unknown[] }) {
    const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values))
    return { rows, rowCount: numAffectedRows === undefined ? rows.length : Number(numAffectedRows) }
  },
})
