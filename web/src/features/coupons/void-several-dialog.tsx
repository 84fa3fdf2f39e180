import type { CouponRow } from '@tvarit/shared/contracts/coupons'
import { useMutation } from '@tanstack/react-query'
import { queryClient, trpc } from '../../lib/trpc-query.ts'
import { toast } from '../../lib/toasts.ts'
import { VoidReasonDialog } from './void-reason-dialog.tsx'

interface VoidSeveralDialogProps {
  coupons: CouponRow[]
  onDone: () => void
  onClose: () => void
}

/** Asks why the chosen stickers are voided: one reason for all of them. */
export function VoidSeveralDialog({ coupons, onDone, onClose }: VoidSeveralDialogProps) {
  const send = useMutation(
    trpc.coupons.voidSeveral.mutationOptions({
      meta: { silent: true },
      onSuccess: ({ detail }) => toast.success(detail),
      // Also when a colleague was faster: the list then shows it.
      onSettled: () => {
        void queryClient.invalidateQueries(trpc.coupons.list.pathFilter())
        void queryClient.invalidateQueries(trpc.bulkJobs.get.pathFilter())
      },
    }),
  )
  const onSuccess = () => {
    onDone()
    onClose()
  }
  return (
    <VoidReasonDialog
      title={`Void ${coupons.length} ${coupons.length === 1 ? 'sticker' : 'stickers'}`}
      send={send}
      replaces={false}
      onClose={onClose}
      onReason={(reason, replace) => send.mutate({ ids: coupons.map(({ id }) => id), reason, replace }, { onSuccess })}
    />
  )
}
