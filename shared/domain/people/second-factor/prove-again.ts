import type { PROOFS } from '../../../contracts/second-factor.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { fieldError } from '../../../platform/domain-error.ts'
import { provePassword } from './prove-password.ts'
import { checkSecondCode, type SecondCode } from './check-second-code.ts'

export type Proof = (typeof PROOFS)[number]

/** What a person must show again: the app's code when there is one, else the password when there is one. */
export async function proofOf(
  db: Db,
  user_id: number,
): Promise<{ proof: Proof; enrolled_at: Date | null; password_hash: string | null }> {
  const { enrolled_at, password_hash } = await db
    .selectFrom('users as u')
    .leftJoin('second_factors as f', 'f.user_id', 'u.id')
    .select(['f.enrolled_at', 'u.password_hash'])
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { proof: enrolled_at ? 'code' : password_hash ? 'password' : 'none', enrolled_at, password_hash }
}

/**
 * Asks for the code or the password once more: a stolen session alone must not change the second factor. Returns the
 * code that must be used up in the transaction of the change. BAD_REQUEST under `proof` when it is wrong.
 */
export async function proveAgain(ctx: SignedInCtx, typed: string): Promise<SecondCode | null> {
  const { proof, password_hash } = await proofOf(ctx.db, ctx.actor.id)
  return prove(ctx, { proof, password_hash }, typed)
}

/** The same when the kind of proof is known. */
export async function prove(
  ctx: SignedInCtx,
  { proof, password_hash }: { proof: Proof; password_hash: string | null },
  typed: string,
): Promise<SecondCode | null> {
  if (proof === 'none') return null
  if (!typed) throw fieldError('proof', proof === 'code' ? TEXTS.second_factor_enter : TEXTS.password_enter)
  if (proof === 'code') return checkSecondCode(ctx, ctx.actor.id, typed, 'proof')
  await provePassword(ctx, password_hash, typed, 'proof')
  return null
}
