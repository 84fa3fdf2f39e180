import { couponId } from '@tvarit/shared/contracts/coupons'
import { downloadQr } from '@tvarit/shared/domain/stickers/coupons/download-qr'
import express, { type Router } from 'express'
import { permit } from '../trpc/procedures.ts'
import { type ProcessCtx, requestContext } from '../context/request-context.ts'

/** The QR code of a coupon as a file; the same permission and scope as the coupon itself. */
export function couponQr(base: ProcessCtx): Router {
  const router = express.Router()
  router.get('/api/qr/:id/download', async (request, response) => {
    const ctx = permit(await requestContext(base, request), 'coupons.read')
    const input = couponId.parse(request.params)
    const image = await downloadQr({ ctx, input })
    response.type('png').set('content-disposition', `attachment; filename="coupon-${input.id}-qr.png"`).send(image)
  })
  return router
}
