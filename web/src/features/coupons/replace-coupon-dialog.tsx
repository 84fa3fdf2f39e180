import type { Coupon } from '@tvarit/shared/contracts/coupons'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { errorText } from '../../lib/error-text.ts'
import { useVoidCoupon } from './use-void-coupon.ts'

/** For a sticker that was voided without a replacement. Its first reason stands. */
export function ReplaceCouponDialog({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const send = useVoidCoupon(coupon.id)
  return (
    <FormDialog
      title="Make a replacement"
      submit="Make a replacement"
      busy={send.isPending}
      error={send.isError ? errorText(send.error, TEXTS.replace_failed) : null}
      onCancel={onClose}
      onSubmit={() =>
        send.mutate(
          { id: coupon.id, reason: coupon.void_reason ?? 'Replacement', replace: true },
          { onSuccess: onClose },
        )
      }
    >
      <p>
        {coupon.user
          ? `A new sticker for ${coupon.user.first_name} ${coupon.user.last_name}, with codes of its own.`
          : 'A new sticker with codes of its own. It can be registered at once.'}
      </p>
    </FormDialog>
  )
}
