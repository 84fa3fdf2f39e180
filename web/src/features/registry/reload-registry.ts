import { queryClient, trpc } from '../../lib/trpc-query.ts'

/** Lists and maps of the registry, after a change. */
export const reloadRegistry = (): Promise<unknown> => queryClient.invalidateQueries(trpc.registry.pathFilter())
