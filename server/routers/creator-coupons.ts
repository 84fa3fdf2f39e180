import {
  addCreatorCouponInput,
  creatorCoupon,
  creatorCouponId,
  creatorCouponList,
  updateCreatorCouponInput,
} from '@tvarit/shared/contracts/creator-coupons'
import { listQuery } from '@tvarit/shared/contracts/lists'
import { addCreatorCoupon } from '@tvarit/shared/domain/sales/creator-coupons/add-creator-coupon'
import { deleteCreatorCoupon } from '@tvarit/shared/domain/sales/creator-coupons/delete-creator-coupon'
import { listCreatorCoupons } from '@tvarit/shared/domain/sales/creator-coupons/list-creator-coupons'
import { switchCreatorCoupon } from '@tvarit/shared/domain/sales/creator-coupons/switch-creator-coupon'
import { z } from 'zod'
import { permitted, router } from '../trpc/procedures.ts'

export const creatorCouponsRouter = router({
  list: permitted('creator_coupons.manage')
    .meta({ rest: { method: 'GET', path: '/api/creator-coupons/', summary: 'Creator coupons, newest first' } })
    .input(listQuery)
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
    .mutation(({ ctx, input }) => switchCreatorCoupon({ ctx, input })),
  remove: permitted('creator_coupons.manage')
    .meta({
      rest: { method: 'DELETE', path: '/api/creator-coupons/{id}/', summary: 'Delete a creator coupon never used' },
    })
    .input(creatorCouponId)
    .output(z.object({ detail: z.string() }))
    .mutation(({ ctx, input }) => deleteCreatorCoupon({ ctx, input })),
})
