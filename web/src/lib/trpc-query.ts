import { TEXTS } from '@tvarit/shared/contracts/texts'
import { keepPreviousData, MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
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

/** A rejection will not change by asking again; a failure of the network or of the server may. */
function mayPass(error: unknown): boolean {
  const status = errorStatus(error)
  return status === 0 || status >= 500
}

const MEND_EVERY_MS = 5_000

/** What failed and is asked for again until it is there: a page that could not be read mends itself. Said once. */
const failing = new Set<string>()

function mend(error: Error, query: Query<unknown, unknown>): void {
  const { queryHash, meta } = query
  if (!failing.has(queryHash)) report(error, meta)
  if (!mayPass(error)) return void failing.delete(queryHash)
  failing.add(queryHash)
  setTimeout(() => {
    if (query.isActive()) void query.fetch().catch(() => null)
    else failing.delete(queryHash)
  }, MEND_EVERY_MS)
}

/** Errors become toasts, passing ones are tried again, mutations never. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: mend,
    onSuccess: (_data, { queryHash }) => failing.delete(queryHash),
  }),
  mutationCache: new MutationCache({ onError: (error, _variables, _result, mutation) => report(error, mutation.meta) }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 2 && mayPass(error),
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4000),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** For a query of a list: older rows stay while newer ones load. `failed` is the sentence for when the server gives none. */
export const listOptions = (failed: string) => ({ placeholderData: keepPreviousData, meta: { errorText: failed } })

/**
 * For the change a dialog makes: the dialog shows mistakes itself. When the server has agreed, a toast says so and what has
 * changed is read again, also when the dialog was cancelled meanwhile.
 */
export const whenDone = <Result>(text: (result: Result) => string, reload: () => unknown) => ({
  meta: { silent: true },
  onSuccess: (result: Result) => {
    toast.success(text(result))
    void reload()
  },
})

/** `trpc.alerts.list.queryOptions(...)` and friends for the hooks of react-query. */
export const trpc = createTRPCOptionsProxy({ client: api, queryClient })
