import { TEXTS } from '@tvarit/shared/contracts/texts'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { errorStatus, errorText } from './error-text.ts'
import { SessionExpired } from './session.ts'
import { toast } from './toasts.ts'
import { api } from './trpc.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { errorText?: string; silent?: boolean }
    mutationMeta: { errorText?: string; silent?: boolean }
  }
}

/**
 * The one error funnel: whatever a query or mutation fails with becomes a toast, unless the caller shows it itself
 * (`meta.silent`). `meta.errorText` is the specification's sentence for when the server gave none.
 */
function report(error: unknown, meta: { errorText?: string; silent?: boolean } | undefined): void {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (meta?.silent || cause instanceof SessionExpired) return
  toast.error(errorText(error, meta?.errorText ?? TEXTS.something_wrong))
}

/** A refusal will not change by asking again; a failure of the network or of the server may. */
const isWorthRetrying = (count: number, error: unknown): boolean => {
  const status = errorStatus(error)
  return count < 2 && (status === 0 || status >= 500)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => report(error, query.meta) }),
  mutationCache: new MutationCache({ onError: (error, _variables, _result, mutation) => report(error, mutation.meta) }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: isWorthRetrying,
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4000),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** `trpc.alerts.list.queryOptions(...)` and friends for the hooks of react-query. */
export const trpc = createTRPCOptionsProxy({ client: api, queryClient })
