import { sql } from 'kysely'
import type { z } from 'zod'
import { normaliseCode } from '../../../contracts/codes.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import type { renewWithCouponInput, Subscription } from '../../../contracts/plans.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type ScopedCtx, type SignedInCtx, type VerbArgs } from '../../../platform/context.ts'
import { consume, rateLimiter } from '../../../platform/rate-limiter.ts'
import { fieldError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { extendPlan } from './extend-plan.ts'
import { readSubscription } from './read-subscription.ts'
import { days, within } from '../../../platform/database/moments-sql.ts'

const TRIES = { name: 'renewal', points: LIMITS.renewal_tries_per_hour, seconds: 3600 }

/**
 * A subscriber renews with both codes of an unused coupon. Exactly one wins a coupon. Every other pair of codes gets
 * the same answer, and ten tries an hour. A coupon buys BASIC, as at a registration.
 *
 * The coupon becomes the subscriber's and is voided, so that a scan of it still raises the right alert. A subscriber
 * without a valid sticker keeps it as theirs. The same renewal again within a day, as after a lost answer, is the same.
 */
export async function renewWithCoupon({
  ctx,
  input,
}: VerbArgs<z.output<typeof renewWithCouponInput>, ScopedCtx>): Promise<Subscription> {
  const { id } = ctx.actor
  const codes = { serial_number: normaliseCode(input.serial_number), coupon_code: normaliseCode(input.coupon_code) }
  await consume(rateLimiter(ctx.db, TRIES), String(id), TEXTS.renewal_too_many)
  const renewed = await inTransaction(ctx, async (tx) => {
    const has_sticker = sql<boolean>`exists (
      select from coupons own where own.user_id = ${id} and own.voided_at is null)`
    const coupon = await tx.db
      .updateTable('coupons')
      .set({
        status: 'USED',
        user_id: id,
        used_at: sql`now()`,
        activated_by: id,
        voided_at: sql<Date | null>`case when ${has_sticker} then now() end`,
        void_reason: sql<string | null>`case when ${has_sticker} then 'Used to renew a plan' end`,
      })
      .where('serial_number', '=', codes.serial_number)
      .where('coupon_code', '=', codes.coupon_code)
      .where('status', '=', 'AVAILABLE')
      .where('voided_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!coupon) return false
    await extendPlan(tx.db, { user_id: id, plan: 'BASIC', coupon_id: coupon.id })
    await writeAudit(tx, {
      action: 'plan.renewed',
      subject: 'user',
      subject_id: id,
      detail: { plan: 'BASIC', coupon_id: coupon.id },
    })
    return true
  })
  if (!renewed && !(await renewedBefore(ctx, codes))) throw fieldError('coupon_code', TEXTS.renewal_wrong)
  return readSubscription({ ctx, input: { id } })
}

/** Whether the caller renewed with this coupon within a day. The coupon of the first term was no renewal. */
async function renewedBefore(
  { db, actor }: SignedInCtx,
  codes: { serial_number: string; coupon_code: string },
): Promise<boolean> {
  const term = await db
    .selectFrom('subscriptions as s')
    .innerJoin('coupons as c', 'c.id', 's.coupon_id')
    .select('s.id')
    .where('c.serial_number', '=', codes.serial_number)
    .where('c.coupon_code', '=', codes.coupon_code)
    .where('s.user_id', '=', actor.id)
    .where(within('s.created_at', days(1)))
    .where(sql<boolean>`exists (select from subscriptions first where first.user_id = s.user_id and first.id < s.id)`)
    .executeTakeFirst()
  return Boolean(term)
}
