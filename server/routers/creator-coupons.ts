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
import { listCreatorCoupons } from '@tvarit/shared/domain/sales/creator-coupons/list-creator-coupons'
import { switchCreatorCoupons } from '@tvarit/shared/domain/sales/creator-coupons/switch-creator-coupons'
import { z } from 'zod'
import { permitted, router } from '../trpc/procedures.ts'

export const creatorCouponsRouter = router({
  list: permitted('creator_coupons.manage')
    .meta({ rest: { method: 'GET', path: '/api/creator-coupons/', summary: 'Creator coupons, newest first' } })
    .input(creatorCouponListInput)
    .output(creatorCouponList)
    .query(({ ctx, input }) => listCreatorCoupons({ ctx, input })),
  add: permitted('creator_coupons.manage')
    .meta({
      rest: { method: 'POST', path: '/api/creator-coupons/', status: 201, summary: 'Add a creator coupon' },
    })
    .input(addCreatorCouponInput)
    .output(creatorCoupon)
    .mutation(({ ctx, input }) => addCreatorCoupon({ ctx, input })),
  update: permitted('creator_coupons.manage')
    .meta({
      rest: { method: 'PATCH', path: '/api/creator-coupons/{id}/', summary: 'Activate or deactivate a creator coupon' },
    })
    .input(updateCreatorCouponInput)
    .output(creatorCoupon)
    .mutation(async ({ ctx, input: { id, is_active } }) => {
      const [switched] = await switchCreatorCoupons({ ctx, input: { ids: [id], is_active } })
      return switched!
    }),
  updateSeveral: permitted('creator_coupons.manage')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/creator-coupons/switch/',
        summary: 'Activate or deactivate several creator coupons, all or none',
      },
    })
    .input(switchCreatorCouponsInput)
    .output(z.array(creatorCoupon))
    .mutation(({ ctx, input }) => switchCreatorCoupons({ ctx, input })),
  remove: permitted('creator_coupons.manage')
    .meta({
      rest: { method: 'DELETE', path: '/api/creator-coupons/{id}/', summary: 'Delete a creator coupon never used' },
    })
    .input(creatorCouponId)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => deleteCreatorCoupon({ ctx, input })),
})
