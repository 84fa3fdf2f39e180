import { z } from 'zod'
import { profile } from './accounts.ts'
import { LABEL_KINDS } from './label-faces.ts'
import { upTo } from './formats.ts'
import { holder } from './stock.ts'
import { LIMITS } from './limits.ts'
import { COUPON_SORTS, VOIDED } from './list-choices.ts'
import { goTo, listOf, listQuery, severalIds, sortBy } from './lists.ts'
import { TEXTS } from './texts.ts'

export const COUPON_STATUSES = ['AVAILABLE', 'USED'] as const

/** A coupon in a list: without the person. */
export const couponRow = z.object({
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
})
export type CouponRow = z.infer<typeof couponRow>

const otherCoupon = z.object({ id: z.number(), serial_number: z.string() })

export const coupon = couponRow.extend({
  bulk_job_id: z.number().nullable(),
  /** Why and by whom it was voided: notes of the office, null for other callers. */
  void_reason: z.string().nullable(),
  voided_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The voided coupon this one was made for. */
  replaces: otherCoupon.nullable(),
  /** The coupon that was made when this one was voided. */
  replaced_by: otherCoupon.nullable(),
  /** Where it has been in the sales chain; for the office only, null for other callers. */
  place: z
    .object({
      /** Who has it, or sold it; null for the company. */
      holder: holder.nullable(),
      /** Oldest first; null is the company. */
      trail: z.array(z.object({ id: z.number(), at: z.string(), from: holder.nullable(), to: holder.nullable() })),
      activated_at: z.string().nullable(),
      /** Who filled the registration in: the subscriber or a member of the office. Null before 23 November 2026. */
      activated_by: z.object({ id: z.number(), name: z.string() }).nullable(),
    })
    .nullable(),
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

/** Which label of a coupon; left out it is the one for a car. */
export const labelInput = couponId.extend({ kind: z.enum(LABEL_KINDS).default('60mm') })

/** Reasons offered when a sticker is voided; any other text will do as well. */
export const VOID_REASONS = ['Lost', 'Damaged', 'Stolen', 'Misprinted'] as const

export const voidCouponInput = couponId.extend({
  reason: upTo(
    z.string(TEXTS.void_reason).trim().min(LIMITS.void_reason_min, TEXTS.void_reason),
    LIMITS.void_reason,
    TEXTS.void_reason,
  ),
  /** Whether a new sticker takes its place. */
  replace: z.boolean().default(true),
})
export type VoidCoupon = z.output<typeof voidCouponInput>

export const voidCouponsInput = voidCouponInput.omit({ id: true }).extend({
  ids: severalIds,
  replace: z.boolean().default(false),
})
export type VoidCoupons = z.output<typeof voidCouponsInput>

/** Newest first. */
export const couponListInput = listQuery.extend({
  status: z.enum(COUPON_STATUSES).optional(),
  /** Only voided coupons, or all others. */
  voided: z.enum(VOIDED).optional(),
  /** Only those of this bulk job. */
  bulk_job_id: z.coerce.number().int().positive().optional(),
  sort: sortBy(COUPON_SORTS),
  go_to: goTo,
})
export type CouponListInput = z.output<typeof couponListInput>
export const couponList = listOf(couponRow)
