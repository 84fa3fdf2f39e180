import { sql } from 'kysely'
import type { PhoneOtpInput, SessionOutput } from '../../contracts/accounts.ts'
import { LIMITS } from '../../contracts/limits.ts'
import { ROLES } from '../../contracts/roles.ts'
import type { LoginOutput } from '../../contracts/second-factor.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { checkOtp } from '../otp/check-otp.ts'
import { otpHashes } from '../otp/otp-hash.ts'
import { useOtp } from '../otp/use-otp.ts'
import { finishFirstStep } from '../second-factor/finish-first-step.ts'
import { isSecondFactorRequired } from '../second-factor/is-required.ts'
import { openSessionOf } from '../sessions/open-session.ts'
import { livingUserByPhone } from './living-user.ts'
import { noteRefusedLogin } from './note-refused-login.ts'

/**
 * Login by phone number and one-time code, for every role. Refuses a wrong, used, voided or expired code. Somebody with an
 * authenticator app gets a challenge for it instead of a session: a code by SMS does not replace it.
 */
export async function loginWithOtp({ ctx, input }: { ctx: Ctx; input: PhoneOtpInput }): Promise<LoginOutput> {
  return (await withoutMore(ctx, input)) ?? stepByStep(ctx, input)
}

/**
 * The usual case in one statement: a right code of somebody who needs nothing more is used up and a session begins. Of a
 * hundred at once one gets past. Null, and nothing is written, in every other case.
 */
function withoutMore(ctx: Ctx, { phone_number, otp }: PhoneOtpInput): Promise<SessionOutput | null> {
  const hashes = otpHashes(ctx.config, 'login', phone_number, otp)
  const need_more = ROLES.filter((role) => isSecondFactorRequired(ctx.config, role))
  const finding = sql`person as (
    update otp_challenges c set used_at = now()
    from users u left join second_factors f on f.user_id = u.id and f.enrolled_at is not null
    where c.purpose = 'login' and c.phone_number = ${phone_number} and c.code_hash = any(${hashes}::bytea[])
      and c.used_at is null and c.voided_at is null and c.expires_at > now() and c.attempts < ${LIMITS.otp_tries}
      and u.phone_number = c.phone_number and u.deleted_at is null
      and f.user_id is null and u.role <> all(${need_more}::text[])
    returning u.*)`
  return openSessionOf(ctx, finding, 'otp')
}

async function stepByStep(ctx: Ctx, input: PhoneOtpInput): Promise<LoginOutput> {
  const { phone_number } = input
  const code_id = await checkOtp({ ctx, input: { purpose: 'login', ...input } }).catch((error: unknown) => {
    if (error instanceof Refusal) noteRefusedLogin(ctx, { phone_number, how: 'otp' })
    throw error
  })
  return inTransaction(ctx, async (ctx) => {
    await useOtp(ctx.db, 'login', code_id)
    const user = await livingUserByPhone(ctx.db, phone_number)
    if (!user) throw fieldRefusal('phone_number', TEXTS.not_registered)
    return finishFirstStep(ctx, user, 'otp')
  })
}
