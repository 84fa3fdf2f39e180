import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { toast } from '../../../lib/toasts.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { useCreation } from '../../../lib/use-creation.ts'

/** Whatever came of it, the page is read again: after a rejection the console was wrong. */
const readAgain = (id: number) => void queryClient.invalidateQueries(trpc.alerts.get.queryFilter({ id }))

/** Sends the health data to a hospital and says so. */
export function useSendHandover() {
  return useCreation(
    trpc.handover.send.mutationOptions({
      meta: { silent: true },
      onSuccess: () => toast.success(TEXTS.handover_sent),
      onSettled: (_result, _error, { id }) => readAgain(Number(id)),
    }),
  )
}

/** Takes the health data back from a hospital and says so. */
export function useRevokeHandover(alert_id: number) {
  return useMutation(
    trpc.handover.revoke.mutationOptions({
      meta: { silent: true },
      onSuccess: () => toast.success(TEXTS.handover_revoked),
      onSettled: () => readAgain(alert_id),
    }),
  )
}
