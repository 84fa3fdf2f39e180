import { queryClient, trpc } from '../../lib/trpc-query.ts'

/** After stickers changed hands. */
export const reloadStock = (): Promise<unknown> => queryClient.invalidateQueries(trpc.stock.pathFilter())
