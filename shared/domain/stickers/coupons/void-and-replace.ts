import { sql } from 'kysely'
import type { Coupon, VoidCoupons } from '../../../contracts/coupons.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { withoutPerson } from '../../audit/without-person.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { withFreeCodes } from '../../qr/new-codes.ts'

/**
 * Voids coupons in the caller's transaction, all or none. With `replace` it makes those that take their places: of the
 * same person and in the same state, but of no bulk job, because they are in no ZIP. A voided one keeps its person, so
 * a scan of it still raises the right alert. A term keeps the coupon it was sold with.
 *
 * A coupon is voided once and replaced once; again is CONFLICT with the text of `already`. One exception: a voided coupon
 * without a replacement still gets one, and the first reason stands. That of an erased person gets none: CONFLICT.
 * NOT_FOUND for an unknown one.
 */
export async function voidAndReplace(
  ctx: SignedInCtx,
  { ids, reason, replace }: VoidCoupons,
  already: (serial_number: string) => string,
): Promise<void> {
  const coupons = await ctx.db
    .selectFrom('coupons')
    .select(['id', 'serial_number', 'status', 'user_id', 'used_at', 'voided_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (coupons.length < ids.length) throw new DomainError('NOT_FOUND', TEXTS.coupon_not_found)
  for (const { id, serial_number, status, user_id, voided_at } of coupons) {
    if (voided_at && (!replace || (await isReplaced(ctx, id)))) {
      throw new DomainError('CONFLICT', already(serial_number))
    }
    if (replace && status === 'USED' && user_id === null) throw new DomainError('CONFLICT', TEXTS.replace_erased)
  }
  // One statement for all: the counts of stock are then locked after all coupons, and in one order.
  await ctx.db
    .updateTable('coupons')
    .set({ voided_at: sql`now()`, void_reason: reason, voided_by: ctx.actor.id })
    .where('id', 'in', ids)
    .where('voided_at', 'is', null)
    .execute()
  for (const coupon of coupons) {
    if (!coupon.voided_at) {
      await writeAudit(ctx, {
        action: 'coupon.voided',
        subject: 'coupon',
        subject_id: coupon.id,
        detail: { reason: await withoutPerson(ctx.db, coupon.user_id, reason) },
      })
    }
    if (replace) await replaceOne(ctx, coupon)
  }
}

interface Voided {
  id: number
  status: Coupon['status']
  user_id: number | null
  used_at: Date | null
}

async function replaceOne(ctx: SignedInCtx, old: Voided): Promise<void> {
  const { id, status, user_id, used_at } = old
  const replacement = await withFreeCodes((codes) =>
    ctx.db
      .insertInto('coupons')
      .values({ ...codes, status, user_id, used_at, replaces_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst(),
  )
  await writeAudit(ctx, {
    action: 'coupon.replaced',
    subject: 'coupon',
    subject_id: id,
    detail: { replacement_id: replacement.id },
  })
}

async function isReplaced({ db }: SignedInCtx, id: number): Promise<boolean> {
  return Boolean(await db.selectFrom('coupons').select('id').where('replaces_id', '=', id).executeTakeFirst())
}
