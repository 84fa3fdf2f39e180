import type { SessionOutput } from '@tvarit/shared/contracts/accounts'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { isFresh, learnClock } from './access-token.ts'
import { createStore } from './create-store.ts'
import { deadline } from './deadline.ts'
import {
  clearSession,
  isSessionKey,
  readSession,
  type StoredSession,
  writeSession,
  writeTokens,
} from './session-storage.ts'

/** Why there is no session: it could not be renewed, Logout was pressed, the account was erased, or it never began here. */
export type SessionEnd = 'expired' | 'logout' | 'erased' | null

/**
 * The session could not be renewed, or another person has begun one here. The guard is already on its way to the login
 * page, or to that person's.
 */
export class SessionExpired extends Error {
  constructor() {
    super(TEXTS.session_expired)
    this.name = 'SessionExpired'
  }
}

/** A line that died without a word holds a renewal for minutes, and with it every call and socket of every tab. */
const ANSWER_WITHIN_MS = 10_000

interface SessionState {
  session: StoredSession | null
  ended: SessionEnd
}

let state: SessionState = { session: readSession(), ended: null }
const store = createStore()

function changeState(next: SessionState): void {
  state = next
  store.changed()
}

window.addEventListener('storage', (event) => {
  if (!isSessionKey(event.key)) return
  const session = readSession()
  changeState({ session, ended: session ? null : state.session ? 'expired' : state.ended })
})

export const useSessionState = (): SessionState => store.use(() => state)
/** The session as it is now, for code outside React; null when nobody is logged in. */
export const currentSession = (): StoredSession | null => state.session
/** Tells outside React about every change; returns the way out. */
export const onSessionChange = store.subscribe

/** Begins the session of a login and learns the server's clock from its token. */
export function startSession(output: SessionOutput): void {
  learnClock(output.access)
  writeSession(output)
  changeState({ session: readSession(), ended: null })
}

/** Clears the session here at once and ends it on the server when the network allows. */
export function logout(ended: 'logout' | 'erased' = 'logout'): void {
  const refresh = state.session?.refresh
  if (refresh) void post('/api/users/logout/', { refresh }).catch(() => null)
  clearSession()
  changeState({ session: null, ended })
}

function expire(): never {
  clearSession()
  // A call that was still on its way when Logout was pressed must not turn that into an expiry.
  changeState({ session: null, ended: state.session ? 'expired' : state.ended })
  throw new SessionExpired()
}

/** Asked later: whether another person than at first has the session. No call or answer of one is another's. */
export function onUserChanged(): () => boolean {
  const person = state.session?.user.id
  return () => (state.session?.user.id ?? person) !== person
}

/** A token for the next call: the stored one while it is fresh, otherwise a new one. */
export async function freshAccess(): Promise<string> {
  const access = state.session?.access
  return access && isFresh(access) ? access : renewAccess(access ?? null)
}

let renewal: Promise<string> | null = null

/**
 * Exchanges the refresh token, once for all callers of this tab and (by a lock) of all tabs of this browser: one
 * that waited finds the other tab's token in the storage and uses that. `rejected` is the token that no longer works.
 */
export function renewAccess(rejected: string | null): Promise<string> {
  renewal ??= locked(() => exchange(rejected)).finally(() => {
    renewal = null
  })
  return renewal
}

/** Web Locks need a secure context and site data; without them two tabs may renew at once, which the server forgives. */
async function locked(work: () => Promise<string>): Promise<string> {
  let begun = false
  try {
    return await navigator.locks.request('tvarit-session', () => {
      begun = true
      return work()
    })
  } catch (error) {
    if (begun) throw error
    return work()
  }
}

async function exchange(rejected: string | null): Promise<string> {
  const stored = readSession()
  if (stored?.access && stored.access !== rejected && isFresh(stored.access)) {
    changeState({ session: stored, ended: null })
    return stored.access
  }
  if (!stored?.refresh) return expire()
  const response = await post('/api/users/token/refresh/', { refresh: stored.refresh })
  if (response.status >= 500 || response.status === 429) throw new Error(TEXTS.something_wrong)
  const tokens = response.ok ? ((await response.json()) as { access: string; refresh?: string }) : null
  // Another login came meanwhile: neither these tokens nor their end are of that session.
  if (readSession()?.refresh !== stored.refresh) return exchange(rejected)
  if (!tokens) return expire()
  learnClock(tokens.access)
  writeTokens({ access: tokens.access, refresh: tokens.refresh ?? stored.refresh })
  changeState({ session: readSession(), ended: null })
  return tokens.access
}

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
    signal: deadline(ANSWER_WITHIN_MS),
  })
