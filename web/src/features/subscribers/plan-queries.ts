import type { Subscription } from '@tvarit/shared/contracts/plans'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { toast } from '../../lib/toasts.ts'
import { queryClient, trpc } from '../../lib/trpc-query.ts'

/** The plan of a subscriber; its card says itself when it could not be read. */
export const usePlan = (user_id: number) =>
  useQuery(trpc.subscribers.plan.queryOptions({ id: user_id }, { meta: { silent: true } }))

/** For a renewal of a plan: it is put on the screen, and the dates that follow from it are read again. */
export const whenRenewed = (user_id: number) => ({
  meta: { silent: true },
  onSuccess: (plan: Subscription) => {
    toast.success(TEXTS.renewal_done)
    queryClient.setQueryData(trpc.subscribers.plan.queryKey({ id: user_id }), plan)
    reloadDates(user_id)
  },
  // The answer of a renewal that was made may be lost.
  onError: () => {
    void queryClient.invalidateQueries(trpc.subscribers.plan.queryFilter({ id: user_id }))
    reloadDates(user_id)
  },
})

function reloadDates(user_id: number): void {
  void queryClient.invalidateQueries(trpc.users.get.queryFilter({ id: user_id }))
  void queryClient.invalidateQueries(trpc.users.profile.queryFilter())
}
