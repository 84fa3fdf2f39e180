import { sql } from 'kysely'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { consume, rateLimiter } from '../../../platform/rate-limiter.ts'
import { fieldError, DomainError } from '../../../platform/domain-error.ts'
import { unsealFactorSecret } from './factor-secret.ts'
import { findRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'
import { matchingStep } from './totp.ts'

const PER_ACCOUNT = { name: 'second-factor', points: 10, seconds: 15 * 60 }

/** A code that was right a moment ago. It counts only once `spendSecondCode` has used it up. */
export type SecondCode =
  | { kind: 'totp'; user_id: number; step: number }
  | { kind: 'recovery'; user_id: number; id: number }

/** The field of the form that a wrong code belongs to. */
type Field = 'code' | 'proof'

export const wrongSecondCode = (field: Field = 'code'): DomainError => fieldError(field, TEXTS.second_factor_wrong)

export const isWrongSecondCode = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'BAD_REQUEST'

/** Counts a try before the code is looked at; `refund` is for one that was right. Throws TOO_MANY_REQUESTS. */
export async function countSecondCode(ctx: Ctx, user_id: number): Promise<{ refund(): Promise<unknown> }> {
  const limiter = rateLimiter(ctx.db, PER_ACCOUNT)
  await consume(limiter, String(user_id), TEXTS.login_too_many)
  return { refund: () => limiter.reward(String(user_id)) }
}

/**
 * Checks a code of the authenticator app (one step of drift either way, by the database's clock) or a recovery code,
 * and uses nothing up. Throws BAD_REQUEST under `field` for a wrong one. Every try counts before the check: 10 failures
 * of a user in 15 minutes, then TOO_MANY_REQUESTS. Not in a transaction, whose rollback would forget the count.
 */
export async function checkSecondCode(
  ctx: Ctx,
  user_id: number,
  typed: string,
  field: Field = 'code',
): Promise<SecondCode> {
  const code = typed.trim()
  const attempt = await countSecondCode(ctx, user_id)
  const found = /^\d{6}$/.test(code) ? await findStep(ctx, user_id, code) : await findRecovery(ctx, user_id, code)
  if (!found) throw wrongSecondCode(field)
  await attempt.refund()
  return found
}

/** Uses a code up in the transaction of its use; false when another request was faster with the same one. */
export async function spendSecondCode(db: Db, code: SecondCode): Promise<boolean> {
  if (code.kind === 'recovery') return spendRecoveryCode(db, code.id)
  // Steps only go up, so an observed code is worthless once it (or a later one) was used.
  const used = await db
    .updateTable('second_factors')
    .set({ last_step: code.step })
    .where('user_id', '=', code.user_id)
    .where('enrolled_at', 'is not', null)
    .where('last_step', '<', code.step)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

async function findStep(ctx: Ctx, user_id: number, code: string): Promise<SecondCode | null> {
  const factor = await ctx.db
    .selectFrom('second_factors')
    .select(['secret_sealed', 'last_step', sql<number>`extract(epoch from now())::float8`.as('seconds')])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (!factor?.secret_sealed) return null
  const step = matchingStep(unsealFactorSecret(ctx.config, user_id, factor.secret_sealed), code, factor.seconds)
  return step !== null && step > factor.last_step ? { kind: 'totp', user_id, step } : null
}

async function findRecovery(ctx: Ctx, user_id: number, code: string): Promise<SecondCode | null> {
  const id = await findRecoveryCode(ctx.db, user_id, code)
  return id === null ? null : { kind: 'recovery', user_id, id }
}
