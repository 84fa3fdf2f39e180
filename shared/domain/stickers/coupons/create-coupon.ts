import type { Coupon } from '../../../contracts/coupons.ts'
import { inTransaction, type SignedInCtx } from '../../../platform/context.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { withFreeCodes } from '../../ground/qr/new-codes.ts'
import { qrDataUrl, scanUrl } from '../../ground/qr/qr-image.ts'

/** Makes one coupon with new codes, AVAILABLE and of no bulk job. */
export function createCoupon({ ctx }: { ctx: SignedInCtx }): Promise<Coupon> {
  return inTransaction(ctx, async (ctx) => {
    const row = await withFreeCodes((codes) =>
      ctx.db
        .insertInto('coupons')
        .values(codes)
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'serial_number', 'coupon_code', 'token', 'status', 'created_at'])
        .executeTakeFirst(),
    )
    await writeAudit(ctx, { action: 'coupon.created', subject: 'coupon', subject_id: row.id })
    const { token, created_at, ...coupon } = row
    const scan_url = scanUrl(ctx.config, token)
    return {
      ...coupon,
      created_at: created_at.toISOString(),
      qr_code: qrDataUrl(scan_url),
      scan_url,
      bulk_job_id: null,
      voided_at: null,
      void_reason: null,
      voided_by: null,
      replaces: null,
      replaced_by: null,
      place: null,
      user: null,
    }
  })
}
