import { createSecretKey, type KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LIMITS } from '../../contracts/limits.ts'
import { keyFor, type Keyring } from '../../platform/secrets.ts'

const known = new Map<string, KeyObject>()

/** The keys of access tokens under all our secrets, the current one first. */
function accessKeys({ SECRET_KEY, SECRET_KEYS_BEFORE }: Keyring): KeyObject[] {
  return [SECRET_KEY, ...SECRET_KEYS_BEFORE].map((secret) => {
    let key = known.get(secret)
    if (!key) known.set(secret, (key = createSecretKey(keyFor(secret, 'access-token'))))
    return key
  })
}

/** A signed token (JWT, HS256) that names a person and a session for 30 minutes. It carries no role: that is read. */
export function makeAccessToken(keys: Keyring, of: { user_id: number; session_id: string }): Promise<string> {
  return new SignJWT({ sid: of.session_id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(of.user_id))
    .setIssuedAt()
    .setExpirationTime(`${LIMITS.access_minutes} minutes`)
    .sign(accessKeys(keys)[0]!)
}

/** Who a token names, or null when it is forged, expired or not one of ours. */
export async function readAccessToken(
  keys: Keyring,
  token: string,
): Promise<{ user_id: number; session_id: string } | null> {
  for (const key of accessKeys(keys)) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        requiredClaims: ['sub', 'sid', 'exp'],
      })
      const user_id = Number(payload.sub)
      const session_id = payload['sid']
      return Number.isSafeInteger(user_id) && typeof session_id === 'string' ? { user_id, session_id } : null
    } catch {
      // Not this key, or not at all.
    }
  }
  return null
}
