import type { ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import { qrImage, scanUrl } from '../../qr/qr-image.ts'
import { findCoupon } from './read-coupon.ts'

/** The PNG of a coupon's QR code; NOT_FOUND outside the caller's scope. */
export async function downloadQr({ ctx, input }: VerbArgs<{ id: number }, ScopedCtx>): Promise<Buffer> {
  const { token } = await findCoupon(ctx, input.id)
  return qrImage(scanUrl(ctx.config, token))
}
