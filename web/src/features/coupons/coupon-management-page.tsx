import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PageHead } from '../../components/page-head.tsx'
import { useSessionState } from '../../lib/session.ts'
import { queryClient, trpc } from '../../lib/trpc-query.ts'
import { toast } from '../../lib/toasts.ts'
import styles from './coupons.module.css'
import { OwnSticker } from './own-sticker.tsx'

const DIALOG_CLOSES_AFTER_MS = 1200

/**
 * Coupons. The server has no list yet (it comes with the next issue, with search, filter and table): until then an
 * admin makes a coupon here and lands on its detail, and a subscriber sees the own sticker.
 */
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
      {admin ? (
        <p className={styles.hint}>Add a coupon to get its serial number, coupon code and QR code for one sticker.</p>
      ) : (
        <OwnSticker />
      )}
      {adding ? <AddCouponDialog onClose={() => setAdding(false)} /> : null}
    </>
  )
}

function AddCouponDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useMutation(
    trpc.coupons.create.mutationOptions({
      meta: { errorText: TEXTS.failed_create_coupon },
      onSuccess: (coupon) => {
        toast.success(TEXTS.coupon_created)
        queryClient.setQueryData(trpc.coupons.get.queryKey({ id: coupon.id }), coupon)
        setTimeout(() => void navigate(`/coupon-details/${coupon.id}`), DIALOG_CLOSES_AFTER_MS)
      },
    }),
  )
  return (
    <Modal
      open
      title="Add Coupon"
      onCancel={onClose}
      onOk={() => create.mutate({})}
      okText="Create"
      okButtonProps={{ disabled: create.isSuccess }}
      confirmLoading={create.isPending}
    >
      {create.isSuccess ? (
        <p role="status" className={styles.created}>
          {TEXTS.coupon_created}
        </p>
      ) : (
        <p>A new coupon gets a serial number, a coupon code and a QR code of its own. Nothing has to be filled in.</p>
      )}
    </Modal>
  )
}
