import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { queryClient, trpc } from '../../lib/trpc-query.ts'
import { toast } from '../../lib/toasts.ts'

/** Voids a sticker or makes its replacement; the page shows what came of it, also when a colleague was faster. */
export const useVoidCoupon = (id: number) =>
  useMutation(
    trpc.coupons.void.mutationOptions({
      meta: { silent: true },
      onSuccess: (coupon) => {
        const { replaced_by } = coupon
        toast.success(replaced_by ? TEXTS.void_replaced(spokenCode(replaced_by.serial_number)) : TEXTS.void_done)
        queryClient.setQueryData(trpc.coupons.get.queryKey({ id }), coupon)
        void queryClient.invalidateQueries(trpc.coupons.list.pathFilter())
        void queryClient.invalidateQueries(trpc.bulkJobs.get.pathFilter())
      },
      onError: () => void queryClient.invalidateQueries(trpc.coupons.get.queryFilter({ id })),
    }),
  )
