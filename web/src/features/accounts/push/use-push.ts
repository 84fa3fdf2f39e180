import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import { canPush, endpointHere, subscribeHere, unsubscribeHere } from './push-here.ts'

const HERE = ['push-here']
/** The first push says within seconds whether they arrive. */
const REFRESH_EVERY_MS = 5_000

async function reload(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: HERE })
  await queryClient.invalidateQueries(trpc.push.read.pathFilter())
}

/** The person's devices that get alarms, whether this browser is one, and the ways to change that. */
export function usePush() {
  const query = useQuery(
    trpc.push.read.queryOptions(undefined, { refetchInterval: REFRESH_EVERY_MS, meta: { silent: true } }),
  )
  const endpoint = useQuery({ queryKey: HERE, queryFn: endpointHere }).data
  const subscribe = useMutation(trpc.push.subscribe.mutationOptions({ meta: { silent: true } }))
  const unsubscribe = useMutation(trpc.push.unsubscribe.mutationOptions({ meta: { silent: true } }))
  const here = query.data?.devices.find((device) => device.endpoint === endpoint)
  const turnOn = useMutation({
    meta: { silent: true },
    mutationFn: async (public_key: string) => subscribe.mutateAsync(await subscribeHere(public_key)),
    onSuccess: ({ detail }) => toast.success(detail),
    onError: (error) =>
      toast.error(error.message === TEXTS.push_denied ? TEXTS.push_denied : errorText(error, TEXTS.push_not_on)),
    onSettled: reload,
  })
  const turnOff = useMutation({
    meta: { silent: true },
    mutationFn: async (id: number) => {
      if (id === here?.id) await unsubscribeHere()
      return unsubscribe.mutateAsync({ id })
    },
    onSuccess: ({ detail }) => toast.success(detail),
    onError: (error) => toast.error(errorText(error, TEXTS.something_wrong)),
    onSettled: reload,
  })
  return {
    query,
    here,
    turnOn,
    turnOff,
    offered: canPush() && endpoint !== undefined && query.data !== undefined && !here,
  }
}
