import { coupon, couponId } from '@tvarit/shared/contracts/coupons'
import { createCoupon } from '@tvarit/shared/domain/coupons/create-coupon'
import { readCoupon } from '@tvarit/shared/domain/coupons/read-coupon'
import { z } from 'zod'
import { permitted, router } from '../trpc/procedures.ts'

export const couponsRouter = router({
  create: permitted('coupons.create')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/coupons/',
        aliases: ['/api/qr/create/'],
        status: 201,
        summary: 'Create one coupon',
      },
    })
    .input(z.strictObject({}).optional())
    .output(coupon)
    .mutation(({ ctx }) => createCoupon({ ctx })),
  get: permitted('coupons.read')
    .meta({
      rest: {
        method: 'GET',
        path: '/api/coupons/{id}/',
        aliases: ['/api/qr/{id}/'],
        summary: 'A coupon with its QR code and user',
      },
    })
    .input(couponId)
    .output(coupon)
    .query(({ ctx, input }) => readCoupon({ ctx, input })),
})
