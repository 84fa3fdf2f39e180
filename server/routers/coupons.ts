import {
  coupon,
  couponId,
  couponList,
  couponListInput,
  voidCouponInput,
  voidCouponsInput,
} from '@tvarit/shared/contracts/coupons'
import { detailAnswer } from '@tvarit/shared/contracts/errors'
import { onlyRequestId } from '@tvarit/shared/contracts/requests'
import { createCoupon } from '@tvarit/shared/domain/stickers/coupons/create-coupon'
import { coupons } from '@tvarit/shared/domain/stickers/coupons/list-coupons'
import { readCoupon } from '@tvarit/shared/domain/stickers/coupons/read-coupon'
import { voidCoupon } from '@tvarit/shared/domain/stickers/coupons/void-coupon'
import { voidCoupons } from '@tvarit/shared/domain/stickers/coupons/void-coupons'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const couponsRouter = router({
  create: permitted('coupons.create')
    .meta(rest('POST', '/api/coupons/', 'Create one coupon', { aliases: ['/api/qr/create/'], status: 201 }))
    .input(onlyRequestId)
    .output(coupon)
    .mutation(createCoupon),
  list: permitted('coupons.read')
    .meta(rest('GET', '/api/coupons/', 'Coupons, newest first', { aliases: ['/api/qr/list/'] }))
    .input(couponListInput)
    .output(couponList)
    .query(coupons.page),
  get: permitted('coupons.read')
    .meta(rest('GET', '/api/coupons/{id}/', 'A coupon with its QR code and user', { aliases: ['/api/qr/{id}/'] }))
    .input(couponId)
    .output(coupon)
    .query(readCoupon),
  void: permitted('coupons.void')
    .meta(rest('POST', '/api/coupons/{id}/void/', 'Void a sticker and make its replacement'))
    .input(voidCouponInput)
    .output(coupon)
    .mutation(voidCoupon),
  voidSeveral: permitted('coupons.void')
    .meta(rest('POST', '/api/coupons/void/', 'Void several stickers, all or none'))
    .input(voidCouponsInput)
    .output(detailAnswer)
    .mutation(voidCoupons),
})
