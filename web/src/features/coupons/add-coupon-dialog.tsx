import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { FormDialog } from '../../components/form-dialog.tsx'
import { queryClient, trpc } from '../../lib/trpc-query.ts'
import { toast } from '../../lib/toasts.ts'
import styles from './coupons.module.css'

/** Makes one coupon; nothing has to be filled in. Closes by itself and shows the new coupon. */
export function AddCouponDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useMutation(
    trpc.coupons.create.mutationOptions({
      meta: { errorText: TEXTS.failed_create_coupon },
      onSuccess: (coupon) => {
        toast.success(TEXTS.coupon_created)
        queryClient.setQueryData(trpc.coupons.get.queryKey({ id: coupon.id }), coupon)
        void queryClient.invalidateQueries(trpc.coupons.list.pathFilter())
      },
    }),
  )
  const made = create.data?.id
  const leave = useEffectEvent((id: number) => {
    onClose()
    void navigate(`/coupon-details/${id}`)
  })
  useEffect(() => {
    if (made === undefined) return undefined
    const timer = setTimeout(() => leave(made), LIMITS.coupon_dialog_closes_ms)
    return () => clearTimeout(timer)
  }, [made])
  return (
    <FormDialog
      title="Add Coupon"
      submit="Create"
      busy={create.isPending}
      done={create.isSuccess}
      onCancel={onClose}
      onSubmit={() => create.mutate({})}
    >
      {create.isSuccess ? (
        <p role="status" className={styles.created}>
          {TEXTS.coupon_created}
        </p>
      ) : (
        <p>A new coupon gets a serial number, a coupon code and a QR code of its own. Nothing has to be filled in.</p>
      )}
    </FormDialog>
  )
}
