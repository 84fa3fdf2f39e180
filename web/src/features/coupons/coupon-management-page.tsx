import { Button } from 'antd'
import { useState } from 'react'
import { PageHead } from '../../components/page-head.tsx'
import { useSessionState } from '../../lib/session.ts'
import { AddCouponDialog } from './add-coupon-dialog.tsx'
import { CouponList } from './coupon-list.tsx'

/** Every coupon for an admin; a subscriber finds the own ones here. */
export default function CouponManagementPage() {
  const admin = useSessionState().session?.user.role === 'admin'
  const [adding, setAdding] = useState(false)
  return (
    <>
      <PageHead title="All Coupons">
        {admin ? (
          <Button type="primary" onClick={() => setAdding(true)}>
            Add Coupon
          </Button>
        ) : null}
      </PageHead>
      <CouponList hint={admin ? 'Add one, or make a whole batch under Bulk coupons.' : undefined} />
      {adding ? <AddCouponDialog onClose={() => setAdding(false)} /> : null}
    </>
  )
}
