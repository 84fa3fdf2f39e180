import type { Coupon } from '@tvarit/shared/contracts/coupons'
import { useVoidCoupon } from './use-void-coupon.ts'
import { VoidReasonDialog } from './void-reason-dialog.tsx'

/** Asks why a sticker is voided and whether another one takes its place. */
export function VoidCouponDialog({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const send = useVoidCoupon(coupon.id)
  return (
    <VoidReasonDialog
      title="Void sticker"
      send={send}
      replaces={true}
      onClose={onClose}
      onReason={(reason, replace) => send.mutate({ id: coupon.id, reason, replace }, { onSuccess: onClose })}
    />
  )
}
