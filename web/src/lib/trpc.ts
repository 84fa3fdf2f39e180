import type { AppRouter } from '@tvarit/server/routers/app-router'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  isNonJsonSerializable,
  type Operation,
  splitLink,
  TRPCClientError,
  type TRPCLink,
} from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'
import { learnServerTime } from './server-clock.ts'
import { currentSession, freshAccess, renewAccess, SessionExpired, onUserChanged } from './session.ts'

/** Calls that carry no token: a 401 of theirs is about the credentials typed, not about the session. */
const PUBLIC_PATHS = new Set([
  'auth.login',
  'auth.requestLoginOtp',
  'auth.loginWithOtp',
  'auth.loginWithSecondFactor',
  'auth.beginSecondFactor',
  'auth.enrolSecondFactor',
  'auth.requestRegistrationOtp',
  'places.byPin',
  'subscribers.register',
])

const isPublic = (op: Pick<Operation, 'path'>): boolean => PUBLIC_PATHS.has(op.path)

async function bearer(ops: readonly Pick<Operation, 'path'>[]): Promise<Record<string, string>> {
  // A registration notes who was signed in; nobody needs to be.
  if (ops.some(({ path }) => path === 'subscribers.register') && currentSession()) {
    const access = await freshAccess().catch(() => null)
    return access ? { authorization: `Bearer ${access}` } : {}
  }
  if (ops.every(isPublic)) return {}
  const isOther = onUserChanged()
  const access = await freshAccess()
  if (isOther()) throw new SessionExpired()
  return { authorization: `Bearer ${access}` }
}

/** On 401 renews the session once and calls again. Fails without a word once another person has the session. */
const renewOnUnauthorized: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let running: Unsubscribable | null = null
      let closed = false
      const isOther = isPublic(op) ? () => false : onUserChanged()
      const fail = (failure: unknown) => observer.error(TRPCClientError.from(failure as Error))
      const call = (again: boolean): void => {
        const access = currentSession()?.access ?? null
        running = next(op).subscribe({
          next: (value) => (isOther() ? fail(new SessionExpired()) : observer.next(value)),
          complete: () => observer.complete(),
          error: (error) => {
            if (isOther()) return fail(new SessionExpired())
            if (again || isPublic(op) || error.data?.httpStatus !== 401) return observer.error(error)
            renewAccess(access).then(() => {
              if (isOther()) fail(new SessionExpired())
              else if (!closed) call(true)
            }, fail)
          },
        })
      }
      call(false)
      return () => {
        closed = true
        running?.unsubscribe()
      }
    })

async function timedFetch(url: URL | RequestInfo, options?: RequestInit): Promise<Response> {
  const response = await fetch(url, options)
  learnServerTime(response)
  return response
}

/** The typed client. Pages of the back office reach it through `trpc-query.ts`; public pages call it directly. */
export const api = createTRPCClient<AppRouter>({
  links: [
    renewOnUnauthorized,
    splitLink({
      condition: (op) => isNonJsonSerializable(op.input),
      true: httpLink({
        url: '/trpc',
        fetch: (url, options) => timedFetch(url, options as RequestInit),
        headers: ({ op }) => bearer([op]),
      }),
      false: httpBatchLink({
        url: '/trpc',
        maxURLLength: 2000,
        maxItems: LIMITS.batch_most,
        fetch: (url, options) => timedFetch(url, options as RequestInit),
        headers: ({ opList }) => bearer(opList),
      }),
    }),
  ],
})
