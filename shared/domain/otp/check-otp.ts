import { sql } from 'kysely'
import { LIMITS } from '../../contracts/limits.ts'
import { TEXTS } from '../../contracts/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { askedBy, type CodeRequest } from './asked-by.ts'
import { otpHashes, type OtpPurpose } from './otp-hash.ts'

interface Guess extends CodeRequest {
  purpose: OtpPurpose
  phone_number: string
  otp: string
}

/**
 * Step one of using a code: one statement counts the try, right or wrong, and then compares, so that of a hundred at once
 * five are looked at. Not in the caller's transaction, whose rollback would forget the try. The right code is not used up
 * here (that is `useOtp`): a form refused for another reason can be sent again, five times in all. Returns the id for
 * `useOtp`; throws a refusal in the shape the form of this purpose shows.
 */
export async function checkOtp({ ctx, input }: { ctx: Ctx; input: Guess }): Promise<number> {
  const hashes = otpHashes(ctx.config, input.purpose, input.phone_number, input.otp)
  const counted = await sql<{ id: number; matches: boolean }>`/* prepared */
    update otp_challenges set attempts = attempts + 1
    where purpose = ${input.purpose} and phone_number = ${input.phone_number} and ${askedBy(ctx, input)}
      and used_at is null and voided_at is null and expires_at > now() and attempts < ${LIMITS.otp_tries}
    returning id, code_hash = any(${hashes}::bytea[]) as matches`.execute(ctx.db)
  const guess = counted.rows[0]
  if (guess?.matches) return guess.id
  throw otpRefusal(input.purpose, guess ? TEXTS.invalid_otp : await whyNone(ctx, input))
}

/** Phone login shows `detail`, the registration form the message under its field. */
export const otpRefusal = (purpose: OtpPurpose, text: string): Refusal =>
  new Refusal('BAD_REQUEST', purpose === 'login' ? { detail: text } : { otp: [text] })

async function whyNone(ctx: Ctx, { purpose, phone_number, ...request }: Guess): Promise<string> {
  const last = await ctx.db
    .selectFrom('otp_challenges')
    .select(['used_at', 'attempts', sql<boolean>`expires_at <= now()`.as('expired')])
    .where('purpose', '=', purpose)
    .where('phone_number', '=', phone_number)
    .where(askedBy(ctx, request))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return TEXTS.otp_none
  if (last.used_at) return TEXTS.otp_used
  if (last.expired) return TEXTS.otp_expired
  return last.attempts >= LIMITS.otp_tries ? TEXTS.otp_locked : TEXTS.invalid_otp
}
