import { sql } from 'kysely'
import type { VoidCoupon } from '../../../contracts/coupons.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { withFreeCodes } from '../../ground/qr/new-codes.ts'

/**
 * Voids a coupon in the caller's transaction and, with `replace`, makes the one that takes its place: of the same person
 * and in the same state, but of no bulk job, because it is in no ZIP. The voided one keeps its person, so a scan of it
 * still raises the right alert. A term keeps the coupon it was sold with.
 *
 * A coupon is voided once and replaced once; again is CONFLICT with the text of `already`. One exception: a voided coupon
 * without a replacement still gets one, and the first reason stands. NOT_FOUND for an unknown one.
 */
export async function voidOne(
  ctx: SignedInCtx,
  input: VoidCoupon,
  already: (serial_number: string) => string = () => TEXTS.void_already,
): Promise<void> {
  const old = await ctx.db
    .selectFrom('coupons')
    .select(['id', 'serial_number', 'status', 'user_id', 'used_at', 'voided_at'])
    .where('id', '=', input.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!old) throw new DomainError('NOT_FOUND', TEXTS.coupon_not_found)
  if (old.voided_at && (!input.replace || (await isReplaced(ctx, old.id)))) {
    throw new DomainError('CONFLICT', already(old.serial_number))
  }
  if (!old.voided_at) {
    await ctx.db
      .updateTable('coupons')
      .set({ voided_at: sql`now()`, void_reason: input.reason, voided_by: ctx.actor.id })
      .where('id', '=', old.id)
      .execute()
    await writeAudit(ctx, {
      action: 'coupon.voided',
      subject: 'coupon',
      subject_id: old.id,
      detail: { reason: withoutNumbers(input.reason) },
    })
  }
  if (!input.replace) return
  const { status, user_id, used_at } = old
  const replacement = await withFreeCodes((codes) =>
    ctx.db
      .insertInto('coupons')
      .values({ ...codes, status, user_id, used_at, replaces_id: old.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst(),
  )
  await writeAudit(ctx, {
    action: 'coupon.replaced',
    subject: 'coupon',
    subject_id: old.id,
    detail: { replacement_id: replacement.id },
  })
}

async function isReplaced({ db }: SignedInCtx, id: number): Promise<boolean> {
  return Boolean(await db.selectFrom('coupons').select('id').where('replaces_id', '=', id).executeTakeFirst())
}

/** The admin may type a phone number into the reason; the audit keeps none. */
const withoutNumbers = (reason: string): string => reason.replaceAll(/\d(?:[\s-]?\d){5,}/g, '***')
