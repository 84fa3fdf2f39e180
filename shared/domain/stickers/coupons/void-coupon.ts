import { sql } from 'kysely'
import type { Coupon, VoidCoupon } from '../../../contracts/coupons.ts'
import type { Scope } from '../../../contracts/permissions.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type SignedInCtx } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { withFreeCodes } from '../../ground/qr/new-codes.ts'
import { readCoupon } from './read-coupon.ts'

/**
 * Voids a sticker and, with `replace`, makes the one that takes its place: of the same person and in the same state,
 * but of no bulk job, because it is in no ZIP. The voided one keeps its person, so that a scan of it still raises the
 * right alert; a term keeps the sticker it was sold with.
 *
 * A sticker is voided once and replaced once. Asked again the answer is CONFLICT, with one exception: a voided sticker
 * without a replacement still gets one, and the first reason stands.
 */
export async function voidCoupon({
  ctx,
  input,
}: {
  ctx: SignedInCtx & { scope: Scope }
  input: VoidCoupon
}): Promise<Coupon> {
  await inTransaction(ctx, async (ctx) => {
    const old = await ctx.db
      .selectFrom('coupons')
      .select(['id', 'status', 'user_id', 'used_at', 'voided_at'])
      .where('id', '=', input.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!old) throw new DomainError('NOT_FOUND', TEXTS.coupon_not_found)
    if (old.voided_at && (!input.replace || (await isReplaced(ctx, old.id)))) {
      throw new DomainError('CONFLICT', TEXTS.void_already)
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
  })
  return readCoupon({ ctx, input })
}

async function isReplaced({ db }: SignedInCtx, id: number): Promise<boolean> {
  return Boolean(await db.selectFrom('coupons').select('id').where('replaces_id', '=', id).executeTakeFirst())
}

/** Somebody may type a phone number into the reason; the audit keeps none. */
const withoutNumbers = (reason: string): string => reason.replaceAll(/\d(?:[\s-]?\d){5,}/g, '***')
