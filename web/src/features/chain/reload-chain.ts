import { queryClient, trpc } from '../../lib/trpc-query.ts'

/** After a member joined or left the chain. */
export const reloadChain = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries(trpc.chain.superDistributors.pathFilter()),
    queryClient.invalidateQueries(trpc.chain.distributors.pathFilter()),
    queryClient.invalidateQueries(trpc.chain.myDistributors.pathFilter()),
    queryClient.invalidateQueries(trpc.chain.retailers.pathFilter()),
    queryClient.invalidateQueries(trpc.chain.myRetailers.pathFilter()),
    queryClient.invalidateQueries(trpc.chain.parentChoices.pathFilter()),
    queryClient.invalidateQueries(trpc.dashboard.read.pathFilter()),
  ])
