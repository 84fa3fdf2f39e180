import type { Coupon } from '@tvarit/shared/contracts/coupons'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { LinkButton } from '../../components/link-button.tsx'
import { Notice } from '../../components/notice.tsx'

/** What being void means, and where to go on. Nothing for a sticker that counts. */
export function VoidNotice({ coupon }: { coupon: Coupon }) {
  if (!coupon.voided_at) return null
  return (
    <div className="below">
      <Notice
        tone="info"
        action={
          coupon.replaced_by ? (
            <LinkButton to={`/coupon-details/${coupon.replaced_by.id}`}>Open the replacement</LinkButton>
          ) : null
        }
      >
        {TEXTS.void_notice}
      </Notice>
    </div>
  )
}
