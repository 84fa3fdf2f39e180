import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { randomOtp } from '../../../platform/secrets.ts'
import { days, hours, within } from '../../../platform/database/moments-sql.ts'
import { createMessage } from '../../messages/create-message.ts'
import { askedBy, type CodeRequest, networkHash } from './asked-by.ts'
import { otpHash, type OtpPurpose } from './otp-hash.ts'

interface CodeWanted extends CodeRequest {
  purpose: OtpPurpose
  phone_number: string
  /**
   * Asked for where the user of this number has logged in before, or is logged in: strangers elsewhere do not count.
   */
  known_place: boolean
  /** Whose share of OTP_PER_DAY it may use up. */
  asker: keyof typeof LIMITS.otp_fifths
}

/**
 * Makes a code, voids the earlier one of the same request and writes its message, in one transaction. The code is kept
 * only as HMAC and in the sealed message. Above a limit TOO_MANY_REQUESTS with the seconds to wait, by the database's
 * clock.
 *
 * Limits of codes, and SERVICE_UNAVAILABLE above the caps of hour and day:
 *
 * - for a number from one network: one in 60 s, 5 an hour, 10 a day;
 * - for a number from all networks strange to it: 10 an hour, 20 a day.
 *
 * Those of a network count before, with `countCodeRequest`.
 */
export async function requestOtp({
  ctx,
  input,
}: VerbArgs<CodeWanted, Ctx>): Promise<{ detail: string; resend_after: number }> {
  const { purpose, phone_number, request_id, known_place } = input
  const ip_hash = networkHash(ctx)
  await inTransaction(ctx, async ({ db }) => {
    await takeTurn(db, phone_number)
    await checkLimits(db, input, ip_hash)
    await checkCap(ctx, db, input.asker)
    await db
      .updateTable('otp_challenges')
      .set({ voided_at: sql`now()` })
      .where('purpose', '=', purpose)
      .where('phone_number', '=', phone_number)
      .where(askedBy(ctx, input))
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .execute()
    const code = randomOtp()
    const challenge = await db
      .insertInto('otp_challenges')
      .values({
        purpose,
        phone_number,
        request_id: request_id ?? null,
        known_place,
        ip_hash,
        code_hash: otpHash(ctx.config, purpose, phone_number, code),
        expires_at: sql`now() + make_interval(secs => ${LIMITS.otp_valid_seconds})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await createMessage(db, {
      to_phone: phone_number,
      template: 'otp',
      params: { code },
      sealed_by: ctx.config,
      dedupe_key: `otp-${challenge.id}`,
      valid_seconds: LIMITS.otp_valid_seconds,
    })
  })
  return { detail: TEXTS.otp_resend_ok, resend_after: LIMITS.otp_resend_seconds }
}

/** Requests of one number pass one after the other: the limits below count what is committed. */
async function takeTurn(db: Tx, phone_number: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`otp:${phone_number}`}, 0))`.execute(db)
}

/** Seconds until each limit allows one more; null or negative when it does now. */
interface Waits {
  resend: number | null
  hour: number | null
  day: number | null
  strangers_hour: number | null
  strangers_day: number | null
}

async function checkLimits(db: Tx, { phone_number, known_place }: CodeWanted, ip_hash: Buffer): Promise<void> {
  // The n-th newest code of a window blocks until it leaves that window.
  const result = await sql<Waits>`
    select
      extract(epoch from here[1] + make_interval(secs => ${LIMITS.otp_resend_seconds}) - now())::float8 as resend,
      extract(epoch from here[${LIMITS.otp_per_hour}::int] + interval '1 hour' - now())::float8 as hour,
      extract(epoch from here[${LIMITS.otp_per_day}::int] + interval '1 day' - now())::float8 as day,
      extract(epoch from strange[${LIMITS.otp_strangers_per_hour}::int] + interval '1 hour' - now())::float8
        as strangers_hour,
      extract(epoch from strange[${LIMITS.otp_strangers_per_day}::int] + interval '1 day' - now())::float8
        as strangers_day
    from (
      select array_agg(created_at order by created_at desc) filter (where ip_hash = ${ip_hash}) as here,
        array_agg(created_at order by created_at desc) filter (where not known_place) as strange
      from otp_challenges where phone_number = ${phone_number} and ${within('created_at', days(1))}
    ) as codes`.execute(db)
  const waits = result.rows[0]!
  if (!known_place) {
    reject(waits.strangers_day, TEXTS.otp_too_many)
    reject(waits.strangers_hour, TEXTS.otp_too_many)
  }
  reject(waits.day, TEXTS.otp_too_many)
  reject(waits.hour, TEXTS.otp_too_many)
  reject(waits.resend, TEXTS.otp_wait)
}

/**
 * The cap over all numbers bounds what a flood of requests costs. The hour has one, too, so that a flood has not used up
 * the day when it ends. The last fifth is for staff and admins alone, the one before for registered numbers: a flood of
 * other numbers keeps neither out. Counted without a lock while there is room for more than come at once; the last
 * hundred are given out one after the other, so that the caps are exact.
 */
async function checkCap(ctx: Ctx, db: Tx, asker: CodeWanted['asker']): Promise<void> {
  const share = (codes: number) => Math.ceil((codes * LIMITS.otp_fifths[asker]) / 5)
  const [day, hour] = [share(ctx.config.OTP_PER_DAY), share(ctx.config.OTP_PER_DAY / LIMITS.otp_hours)]
  const room = async () => {
    const { rows } = await sql<{ day: number; hour: number }>`
      select count(*)::int as day, (count(*) filter (where ${within('created_at', hours(1))}))::int as hour
      from otp_challenges where ${within('created_at', days(1))}`.execute(db)
    return Math.min(day - rows[0]!.day, hour - rows[0]!.hour)
  }
  if ((await room()) > 100) return
  await sql`select pg_advisory_xact_lock(hashtextextended('otp-day', 0))`.execute(db)
  if ((await room()) > 0) return
  ctx.log.error({ day, hour, asker }, 'no more codes now: OTP_PER_DAY, or its part of the hour, is used up')
  throw new DomainError('SERVICE_UNAVAILABLE', TEXTS.otp_day_full, { retry_after_seconds: 3600 })
}

function reject(wait: number | null, text: string): void {
  if (wait !== null && wait > 0)
    throw new DomainError('TOO_MANY_REQUESTS', text, { retry_after_seconds: Math.ceil(wait) })
}
