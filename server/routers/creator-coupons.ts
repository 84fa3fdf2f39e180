import { detailAnswer } from '@tvarit/shared/contracts/errors'
import {
  addCreatorCouponInput,
  creatorCoupon,
  creatorCouponId,
  creatorCouponList,
  creatorCouponListInput,
  switchCreatorCouponsInput,
  updateCreatorCouponInput,
} from '@tvarit/shared/contracts/creator-coupons'
import { addCreatorCoupon } from '@tvarit/shared/domain/sales/creator-coupons/add-creator-coupon'
import { deleteCreatorCoupon } from '@tvarit/shared/domain/sales/creator-coupons/delete-creator-coupon'
import { creatorCoupons } from '@tvarit/shared/domain/sales/creator-coupons/list-creator-coupons'
import { switchCreatorCoupons } from '@tvarit/shared/domain/sales/creator-coupons/switch-creator-coupons'
import { z } from 'zod'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const creatorCouponsRouter = router({
  list: permitted('creator_coupons.manage')
    .meta(rest('GET', '/api/creator-coupons/', 'Creator coupons, newest first'))
    .input(creatorCouponListInput)
    .output(creatorCouponList)
    .query(creatorCoupons.page),
  add: permitted('creator_coupons.manage')
    .meta(rest('POST', '/api/creator-coupons/', 'Add a creator coupon', { status: 201 }))
    .input(addCreatorCouponInput)
    .output(creatorCoupon)
    .mutation(addCreatorCoupon),
  update: permitted('creator_coupons.manage')
    .meta(rest('PATCH', '/api/creator-coupons/{id}/', 'Activate or deactivate a creator coupon'))
    .input(updateCreatorCouponInput)
    .output(creatorCoupon)
    .mutation(async ({ ctx, input: { id, is_active } }) => {
      const [switched] = await switchCreatorCoupons({ ctx, input: { ids: [id], is_active } })
      return switched!
    }),
  updateSeveral: permitted('creator_coupons.manage')
    .meta(rest('POST', '/api/creator-coupons/switch/', 'Activate or deactivate several creator coupons, all or none'))
    .input(switchCreatorCouponsInput)
    .output(z.array(creatorCoupon))
    .mutation(switchCreatorCoupons),
  remove: permitted('creator_coupons.manage')
    .meta(rest('DELETE', '/api/creator-coupons/{id}/', 'Delete a creator coupon never used'))
    .input(creatorCouponId)
    .output(detailAnswer)
    .mutation(deleteCreatorCoupon),
})
