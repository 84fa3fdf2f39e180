import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import type { ChallengeOutput, SecondStep } from '../../../contracts/second-factor.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { randomToken, sha256 } from '../../../platform/secrets.ts'

export interface Challenge {
  token_hash: Buffer
  user_id: number
  how: 'password' | 'otp'
}

/** Notes that a user has proved the first factor. Only the hash is kept; the user's ended challenges are deleted. */
export async function openChallenge(
  db: Db,
  user_id: number,
  how: Challenge['how'],
  step: SecondStep,
): Promise<ChallengeOutput> {
  const challenge = randomToken()
  await db
    .deleteFrom('login_challenges')
    .where('user_id', '=', user_id)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await db
    .insertInto('login_challenges')
    .values({
      token_hash: sha256(challenge),
      user_id,
      step,
      how,
      expires_at: sql`now() + make_interval(secs => ${LIMITS.second_factor_seconds})`,
    })
    .execute()
  return { second_factor: step, challenge, expires_in: LIMITS.second_factor_seconds }
}

/** The open challenge of this token; a removed user has none. UNAUTHORIZED when it is unknown or over. */
export async function readChallenge(db: Db, challenge: string, step: SecondStep): Promise<Challenge> {
  return found(
    await db
      .selectFrom('login_challenges as c')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .select(['c.token_hash', 'c.user_id', 'c.how'])
      .where('c.token_hash', '=', sha256(challenge))
      .where('c.step', '=', step)
      .where('c.used_at', 'is', null)
      .where('c.attempts', '<', LIMITS.otp_tries)
      .where('c.expires_at', '>', sql<Date>`now()`)
      .where('u.deleted_at', 'is', null)
      .executeTakeFirst(),
  )
}

/**
 * Counts a try and returns the challenge's user, in one statement, so that a hundred tries at once are five. Not in the
 * caller's transaction, whose rollback would forget the try. UNAUTHORIZED when it is unknown or over.
 */
export async function countChallengeTry(db: Db, challenge: string, step: SecondStep): Promise<Challenge> {
  return found(
    await db
      .updateTable('login_challenges as c')
      .from('users as u')
      .set((update) => ({ attempts: update('c.attempts', '+', 1) }))
      .whereRef('u.id', '=', 'c.user_id')
      .where('u.deleted_at', 'is', null)
      .where('c.token_hash', '=', sha256(challenge))
      .where('c.step', '=', step)
      .where('c.used_at', 'is', null)
      .where('c.attempts', '<', LIMITS.otp_tries)
      .where('c.expires_at', '>', sql<Date>`now()`)
      .returning(['c.token_hash', 'c.user_id', 'c.how'])
      .executeTakeFirst(),
  )
}

/** Uses it up, in the transaction that opens the session. UNAUTHORIZED when another request was faster. */
export async function spendChallenge(db: Db, { token_hash }: Challenge): Promise<void> {
  found(
    await db
      .updateTable('login_challenges')
      .set({ used_at: sql`now()` })
      .where('token_hash', '=', token_hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('token_hash')
      .executeTakeFirst(),
  )
}

function found<T>(row: T | undefined): T {
  if (!row) throw new DomainError('UNAUTHORIZED', TEXTS.login_again)
  return row
}
