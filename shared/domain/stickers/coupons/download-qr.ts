import type { Scope } from '../../../contracts/permissions.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { qrImage, scanUrl } from '../../ground/qr/qr-image.ts'
import { findCoupon } from './read-coupon.ts'

/** The PNG of a coupon's QR code; NOT_FOUND outside the caller's scope. */
export async function downloadQr({
  ctx,
  input,
}: {
  ctx: SignedInCtx & { scope: Scope }
  input: { id: number }
}): Promise<Buffer> {
  const { token } = await findCoupon(ctx, input.id)
  return qrImage(scanUrl(ctx.config, token))
}
