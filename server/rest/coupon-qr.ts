import { couponId, labelInput } from '@tvarit/shared/contracts/coupons'
import { downloadQr } from '@tvarit/shared/domain/stickers/coupons/download-qr'
import { downloadLabel } from '@tvarit/shared/domain/stickers/labels/download-label'
import express, { type Router } from 'express'
import { permit } from '../trpc/procedures.ts'
import { type ProcessCtx, requestContext } from '../context/request-context.ts'

/** The QR code and the label of a coupon as files; the same permission and scope as the coupon itself. */
export function couponQr(base: ProcessCtx): Router {
  const router = express.Router()
  router.get('/api/qr/:id/download', async (request, response) => {
    const ctx = permit(await requestContext(base, request), 'coupons.read')
    const input = couponId.parse(request.params)
    const image = await downloadQr({ ctx, input })
    response.type('png').set('content-disposition', `attachment; filename="coupon-${input.id}-qr.png"`).send(image)
  })
  router.get('/api/qr/:id/label', async (request, response) => {
    const ctx = permit(await requestContext(base, request), 'coupons.read')
    const input = labelInput.parse({ ...request.query, ...request.params })
    const pdf = await downloadLabel({ ctx, input })
    response
      .type('pdf')
      .set('content-disposition', `attachment; filename="label-${input.id}-${input.kind}.pdf"`)
      .send(pdf)
  })
  return router
}
