import { z } from 'zod'
import { day, requiredText } from './formats.ts'
import { LIMITS } from './limits.ts'
import { CREATOR_SORTS, CREATOR_STATUSES } from './list-choices.ts'
import { goTo, listOf, listQuery, severalIds, sortBy } from './lists.ts'
import { TEXTS } from './texts.ts'
import { requestId } from './requests.ts'

export const creatorCoupon = z.object({
  id: z.number(),
  name: z.string(),
  coupon_code: z.string(),
  social_media_name: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  is_active: z.boolean(),
  created_at: z.string(),
})
export type CreatorCoupon = z.infer<typeof creatorCoupon>
export const creatorCouponList = listOf(creatorCoupon)

/** Newest first. */
export const creatorCouponListInput = listQuery.extend({
  status: z.enum(CREATOR_STATUSES).optional(),
  sort: sortBy(CREATOR_SORTS),
  go_to: goTo,
})
export type CreatorCouponListInput = z.output<typeof creatorCouponListInput>

/** The code is made by the server from the name (`RAVI-7K4`). */
export const addCreatorCouponInput = z
  .strictObject({
    ...requestId,
    name: requiredText(LIMITS.creator_name),
    social_media_name: requiredText(LIMITS.creator_name),
    start_date: z.string(TEXTS.required).min(1, TEXTS.required).pipe(day),
    end_date: z.string(TEXTS.required).min(1, TEXTS.required).pipe(day),
    is_active: z.boolean().default(true),
  })
  .refine(({ start_date, end_date }) => start_date <= end_date, { path: ['end_date'], message: TEXTS.dates_order })
export type AddCreatorCoupon = z.output<typeof addCreatorCouponInput>

export const creatorCouponId = z.strictObject({ id: z.coerce.number().int().positive() })
export const updateCreatorCouponInput = creatorCouponId.extend({ is_active: z.boolean() })
export const switchCreatorCouponsInput = z.strictObject({ ids: severalIds, is_active: z.boolean() })
