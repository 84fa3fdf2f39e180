import { trpc } from '../../lib/trpc-query.ts'

/** What an admin's home and menu show besides the counts. */
export const OFFICE = trpc.dashboard.office.queryOptions(undefined, { staleTime: 60_000, meta: { silent: true } })
