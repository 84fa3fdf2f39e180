import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx, VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { askedBy, type CodeRequest } from './asked-by.ts'
import { otpHashes, type OtpPurpose } from './otp-hash.ts'

export interface Guess extends CodeRequest {
  purpose: OtpPurpose
  phone_number: string
  otp: string
}

/**
 * Step one of using a code: counts the try and compares. Returns the id for `useOtp`; throws BAD_REQUEST in the shape
 * the form of this purpose shows.
 *
 * Not in the caller's transaction, whose rollback would forget the try. The right code is not used up here (that is
 * `useOtp`): a form rejected for another reason can be sent again, five times in all.
 */
export async function checkOtp({ ctx, input }: VerbArgs<Guess, Ctx>): Promise<number> {
  const tried = await countTry(ctx, input, { use: false })
  if (tried?.matches) return tried.id
  throw await whyCodeFailed(ctx, input, tried)
}

/** A code that was tried. */
export interface TriedOtp {
  id: number
  matches: boolean
}

/**
 * Counts a try, right or wrong, and then compares, in one statement: of a hundred at once five are looked at. With `use`
 * the right code is used up by the same statement. Undefined when there is no code (any more) to try.
 */
export async function countTry(ctx: Ctx, input: Guess, { use }: { use: boolean }): Promise<TriedOtp | undefined> {
  const matches = sql<boolean>`code_hash = any(${otpHashes(ctx.config, input.purpose, input.phone_number, input.otp)}::bytea[])`
  const tried = await sql<TriedOtp>`/* prepared */
    update otp_challenges set attempts = attempts + 1, used_at = case when ${use}::boolean and ${matches} then now() end
    where purpose = ${input.purpose} and phone_number = ${input.phone_number} and ${askedBy(ctx, input)}
      and used_at is null and voided_at is null and expires_at > now() and attempts < ${LIMITS.otp_tries}
    returning id, ${matches} as matches`.execute(ctx.db)
  return tried.rows[0]
}

/**
 * Whether this request has used this code already: the answer was lost. Counts as a try of that code. Never for a request
 * without an id, which is known by its network alone: others share that.
 */
export async function wasUsed(ctx: Ctx, { purpose, phone_number, request_id, otp }: Guess): Promise<boolean> {
  if (!request_id) return false
  const tried = await sql<{ matches: boolean }>`
    update otp_challenges set attempts = attempts + 1
    where purpose = ${purpose} and phone_number = ${phone_number} and request_id = ${request_id}::uuid
      and used_at is not null and attempts < ${LIMITS.otp_tries}
    returning code_hash = any(${otpHashes(ctx.config, purpose, phone_number, otp)}::bytea[]) as matches`.execute(ctx.db)
  return tried.rows.some(({ matches }) => matches)
}

/** Why a code was rejected: a wrong one, or the state of the last one of this request. */
export const whyCodeFailed = async (ctx: Ctx, input: Guess, tried: TriedOtp | undefined): Promise<DomainError> =>
  codeError(input.purpose, tried ? TEXTS.invalid_otp : await whyNone(ctx, input))

/** Phone login shows `detail`, the registration form the message under its field. */
export const codeError = (purpose: OtpPurpose, text: string): DomainError =>
  new DomainError('BAD_REQUEST', purpose === 'login' ? { detail: text } : { otp: [text] })

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
