import { sql } from 'kysely'
import { LIMITS } from '../../contracts/limits.ts'
import { TEXTS } from '../../contracts/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { otpHashes, type OtpPurpose } from './otp-hash.ts'

interface Guess {
  purpose: OtpPurpose
  phone_number: string
  otp: string
}

/**
 * Step one of using a code: one statement counts a wrong guess and says whether this one is right, so that a hundred
 * guesses at once are five. It must not run in the caller's transaction, whose rollback would forget the guess. The
 * right code is not used up here (that is `useOtp`), so that a form refused for another reason can be sent again.
 * Returns the id for `useOtp`; throws a refusal in the shape the form of this purpose shows.
 */
export async function checkOtp({ ctx, input }: { ctx: Ctx; input: Guess }): Promise<number> {
  const hashes = otpHashes(ctx.config, input.purpose, input.phone_number, input.otp)
  const counted = await sql<{ id: number; matches: boolean }>`
    update otp_challenges set attempts = attempts + case when code_hash = any(${hashes}::bytea[]) then 0 else 1 end
    where purpose = ${input.purpose} and phone_number = ${input.phone_number} and used_at is null
      and voided_at is null and expires_at > now() and attempts < ${LIMITS.otp_tries}
    returning id, code_hash = any(${hashes}::bytea[]) as matches`.execute(ctx.db)
  const guess = counted.rows[0]
  if (guess?.matches) return guess.id
  throw otpRefusal(input.purpose, guess ? TEXTS.invalid_otp : await whyNone(ctx, input))
}

/** Phone login shows `detail`, the registration form the message under its field. */
export const otpRefusal = (purpose: OtpPurpose, text: string): Refusal =>
  new Refusal('BAD_REQUEST', purpose === 'login' ? { detail: text } : { otp: [text] })

async function whyNone(ctx: Ctx, { purpose, phone_number }: Guess): Promise<string> {
  const last = await ctx.db
    .selectFrom('otp_challenges')
    .select(['used_at', 'attempts', sql<boolean>`expires_at <= now()`.as('expired')])
    .where('purpose', '=', purpose)
    .where('phone_number', '=', phone_number)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return TEXTS.invalid_otp
  if (last.used_at) return TEXTS.otp_used
  if (last.expired) return TEXTS.otp_expired
  return last.attempts >= LIMITS.otp_tries ? TEXTS.otp_locked : TEXTS.invalid_otp
}
