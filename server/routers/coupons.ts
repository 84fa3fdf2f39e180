import {
  coupon,
  couponId,
  couponList,
  couponListInput,
  voidCouponInput,
  voidCouponsInput,
} from '@tvarit/shared/contracts/coupons'
import { detailAnswer } from '@tvarit/shared/contracts/errors'
import { createCoupon } from '@tvarit/shared/domain/stickers/coupons/create-coupon'
import { listCoupons } from '@tvarit/shared/domain/stickers/coupons/list-coupons'
import { readCoupon } from '@tvarit/shared/domain/stickers/coupons/read-coupon'
import { voidCoupon } from '@tvarit/shared/domain/stickers/coupons/void-coupon'
import { voidCoupons } from '@tvarit/shared/domain/stickers/coupons/void-coupons'
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
  list: permitted('coupons.read')
    .meta({
      rest: { method: 'GET', path: '/api/coupons/', aliases: ['/api/qr/list/'], summary: 'Coupons, newest first' },
    })
    .input(couponListInput)
    .output(couponList)
    .query(({ ctx, input }) => listCoupons({ ctx, input })),
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
  void: permitted('coupons.void')
    .meta({
      rest: { method: 'POST', path: '/api/coupons/{id}/void/', summary: 'Void a sticker and make its replacement' },
    })
    .input(voidCouponInput)
    .output(coupon)
    .mutation(({ ctx, input }) => voidCoupon({ ctx, input })),
  voidSeveral: permitted('coupons.void')
    .meta({ rest: { method: 'POST', path: '/api/coupons/void/', summary: 'Void several stickers, all or none' } })
    .input(voidCouponsInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => voidCoupons({ ctx, input })),
})
