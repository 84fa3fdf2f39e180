import type { CouponRow } from '@tvarit/shared/contracts/coupons'
import { Pill } from '../../components/pill.tsx'

/** AVAILABLE green, USED red; VOID, whatever it was before, grey. */
export function CouponStatusPill({ coupon }: { coupon: Pick<CouponRow, 'status' | 'voided_at'> }) {
  if (coupon.voided_at) return <Pill tone="grey">VOID</Pill>
  return <Pill tone={coupon.status === 'AVAILABLE' ? 'green' : 'red'}>{coupon.status}</Pill>
}
