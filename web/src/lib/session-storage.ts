import type { SessionOutput, SignedInUser } from '@tvarit/shared/contracts/accounts'
import { toRole } from '@tvarit/shared/contracts/roles'
import { browserStorage } from './browser-storage.ts'

/** What the browser keeps, named as the specification has it: both tokens, the user object and the user's id. */
const KEYS = { access: 'accessToken', refresh: 'refreshToken', user: 'user', user_id: 'userId' } as const

export interface StoredSession {
  access: string | null
  refresh: string | null
  user: SignedInUser
}

/** True for a change (in another tab) that concerns the session. `null` is a cleared storage. */
export const isSessionKey = (key: string | null): boolean =>
  key === null || Object.values(KEYS).some((known) => known === key)

/** The stored session, or null when there is no user or no token at all. */
export function readSession(): StoredSession | null {
  const access = browserStorage.getItem(KEYS.access)
  const refresh = browserStorage.getItem(KEYS.refresh)
  const user = readUser()
  return user && (access || refresh) ? { access, refresh, user } : null
}

function readUser(): SignedInUser | null {
  try {
    const user = JSON.parse(browserStorage.getItem(KEYS.user) ?? 'null') as Partial<SignedInUser> | null
    if (!user || typeof user.id !== 'number') return null
    return {
      id: user.id,
      first_name: user.first_name ?? '',
      last_name: user.last_name ?? '',
      email: user.email ?? null,
      phone_number: user.phone_number ?? '',
      role: toRole(user.role),
    }
  } catch {
    return null
  }
}

/** Keeps tokens and user in this browser, for all its tabs. */
export function writeSession(session: SessionOutput): void {
  writeTokens(session)
  browserStorage.setItem(KEYS.user, JSON.stringify(session.user))
  browserStorage.setItem(KEYS.user_id, String(session.user.id))
}

export function writeTokens(tokens: { access: string; refresh: string }): void {
  browserStorage.setItem(KEYS.access, tokens.access)
  browserStorage.setItem(KEYS.refresh, tokens.refresh)
}

/** Removes tokens and user from this browser. */
export function clearSession(): void {
  for (const key of Object.values(KEYS)) browserStorage.removeItem(key)
}
