import { useMutation } from '@tanstack/react-query'
import { queryClient, trpc } from '../../lib/trpc-query.ts'
import { toast } from '../../lib/toasts.ts'

const reload = () => void queryClient.invalidateQueries(trpc.ops.overview.pathFilter())
const options = {
  onSuccess: ({ detail }: { detail: string }) => toast.success(detail),
  onSettled: reload,
}

/** Starting failed things again; the page shows at once what is left, also when a colleague was faster. */
export const useRetryMessage = () => useMutation(trpc.ops.retryMessage.mutationOptions(options))
export const useRetryMessages = () => useMutation(trpc.ops.retryMessages.mutationOptions(options))
export const useRetryJob = () => useMutation(trpc.ops.retryJob.mutationOptions(options))
