import { z } from 'zod'
import { profile } from './accounts.ts'
import { listOf, listQuery } from './lists.ts'

export const COUPON_STATUSES = ['AVAILABLE', 'USED'] as const

export const coupon = z.object({
  id: z.number(),
  serial_number: z.string(),
  coupon_code: z.string(),
  status: z.enum(COUPON_STATUSES),
  created_at: z.string(),
  voided_at: z.string().nullable(),
  /** PNG as a data URL. */
  qr_code: z.string(),
  /** What the QR code says. */
  scan_url: z.string(),
  user: z
    .object({
      id: z.number(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string().nullable(),
      phone_number: z.string(),
      profile: profile.nullable(),
    })
    .nullable(),
})
export type Coupon = z.infer<typeof coupon>

export const couponId = z.strictObject({ id: z.coerce.number().int().positive() })

/** A coupon in a list: without the person. */
export const couponRow = coupon.omit({ user: true })
export type CouponRow = z.infer<typeof couponRow>

export const couponListInput = listQuery.extend({
  status: z
    .union([z.literal(''), z.enum(COUPON_STATUSES)])
    .optional()
    .transform((status) => status || undefined),
})
export const couponList = listOf(couponRow)
