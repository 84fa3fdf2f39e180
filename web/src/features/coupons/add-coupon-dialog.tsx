import { spokenCode } from '@tvarit/shared/contracts/codes'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { FormDialog } from '../../components/form-dialog.tsx'
import { queryClient, trpc } from '../../lib/trpc-query.ts'
import { toast } from '../../lib/toasts.ts'
import { useLater } from '../../lib/use-later.ts'
import { useCreation } from '../../lib/use-creation.ts'

/**
 * Makes one coupon; nothing has to be filled in. Closes on its own and shows the new coupon, or stays for the next one and
 * shows the last.
 */
export function AddCouponDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [stays, setStays] = useState(false)
  const create = useCreation(
    trpc.coupons.create.mutationOptions({
      meta: { errorText: TEXTS.failed_create_coupon },
      onSuccess: (coupon) => {
        toast.success(TEXTS.coupon_created)
        queryClient.setQueryData(trpc.coupons.get.queryKey({ id: coupon.id }), coupon)
        void queryClient.invalidateQueries(trpc.coupons.list.pathFilter())
      },
    }),
  )
  const last = create.data
  const leaves_to = stays ? undefined : last?.id
  useLater(leaves_to, LIMITS.coupon_dialog_closes_ms, (id) => {
    onClose()
    void navigate(`/coupon-details/${id}`)
  })
  const submit = (for_next: boolean) => {
    setStays(for_next)
    create.mutate({})
  }
  return (
    <FormDialog
      title="Add Coupon"
      submit="Create"
      busy={create.isPending}
      done={leaves_to !== undefined}
      next={{ label: 'Create, then another', onSubmit: () => submit(true) }}
      onCancel={onClose}
      onSubmit={() => submit(false)}
    >
      <p>A new coupon gets a serial number, a coupon code and a QR code of its own. Nothing has to be filled in.</p>
      <p role="status" className="green strong">
        {leaves_to !== undefined ? (
          TEXTS.coupon_created
        ) : last ? (
          <>
            Last added:{' '}
            <Link className="mono numbers" to={`/coupon-details/${last.id}`}>
              {spokenCode(last.serial_number)}
            </Link>
          </>
        ) : null}
      </p>
    </FormDialog>
  )
}
