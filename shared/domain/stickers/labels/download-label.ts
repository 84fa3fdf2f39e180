import type { LabelKind } from '../../../contracts/label-faces.ts'
import type { ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import { scanUrl } from '../../qr/qr-image.ts'
import { qrSymbol } from '../../qr/symbol.ts'
import { findCoupon } from '../coupons/read-coupon.ts'
import { readLabelFont } from './label-font.ts'
import { drawLabelSheets } from './label-sheets.ts'

/**
 * A sheet with the label of one coupon, as PDF; NOT_FOUND outside the caller's scope. A registered sticker has no strip
 * with the coupon code: nothing is left to register with it.
 */
export async function downloadLabel({
  ctx,
  input,
}: VerbArgs<{ id: number; kind: LabelKind }, ScopedCtx>): Promise<Buffer> {
  const { token, serial_number, coupon_code, status } = await findCoupon(ctx, input.id)
  const symbol = qrSymbol(scanUrl(ctx.config, token))
  return drawLabelSheets({
    labels: [{ serial_number, coupon_code: status === 'AVAILABLE' ? coupon_code : '', symbol }],
    kind: input.kind,
    title: ctx.config.BRAND_NAME,
    brand: ctx.config.BRAND_NAME,
    phone: ctx.config.BRAND_PHONE,
    created_at: new Date(),
    font: readLabelFont(),
    on_progress() {},
  })
}
