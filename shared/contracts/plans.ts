import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { TEXTS } from './texts.ts'
import { requestId } from './requests.ts'

export const PLANS = ['BASIC', 'GOLD'] as const
export const plan = z.enum(PLANS)
export type Plan = z.infer<typeof plan>

/** Kilometres from the ambulance to the person that each plan pays for. */
export const PLAN_KM = { BASIC: 10, GOLD: 15 } as const satisfies Record<Plan, number>

export const PLAN_NAMES = { BASIC: 'Basic plan', GOLD: 'Gold plan' } as const satisfies Record<Plan, string>

/** Rupees for one year, all taxes included; null where the setting is missing. */
export type Prices = Record<Plan, number | null>

/** What a term pays for. Nothing of it ever stops an ambulance. */
export const entitlement = z.object({
  name: plan,
  km: z.number(),
  ride_used: z.boolean(),
  ride_used_at: z.string().nullable(),
  /** The last day of the term, `YYYY-MM-DD`. */
  valid_to: z.string(),
  expired: z.boolean(),
})
export type Entitlement = z.infer<typeof entitlement>

export const term = z.object({
  id: z.number(),
  plan,
  start_date: z.string(),
  end_date: z.string(),
  ride_used_at: z.string().nullable(),
  /** The coupon that paid for it; null when an admin renewed without one. */
  serial_number: z.string().nullable(),
})

/** The plan of a subscriber: what counts today, when it ends, and every term, the newest first. */
export const subscription = z.object({
  today: entitlement.nullable(),
  ending_date: z.string(),
  /** Days until the end of the last term; 0 on its last day, negative when it is over. */
  days_left: z.number(),
  terms: z.array(term),
})
export type Subscription = z.infer<typeof subscription>

export const renewInput = z.strictObject({
  ...requestId,
  id: z.coerce.number().int().positive(),
  plan: plan.default('BASIC'),
  /** The end the admin sees: renewing the same plan twice by accident is rejected. */
  ending_date: z.iso.date(TEXTS.required),
})

const code = z.string(TEXTS.required).trim().min(1, TEXTS.required).max(20, TEXTS.renewal_wrong)

/** Proof that a coupon was bought: both codes that stand on its sticker. */
export const renewWithCouponInput = z.strictObject({
  serial_number: code.max(LIMITS.serial_number, TEXTS.renewal_wrong),
  coupon_code: code,
})
