import { webcrypto } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LIMITS } from '../../contracts/limits.ts'
import { keyFor, type Keyring } from '../../platform/secrets.ts'

const known = new Map<string, Promise<webcrypto.CryptoKey>>()

/** The key of access tokens under a secret, in the form that the library uses as it is. */
function accessKey(secret: string): Promise<webcrypto.CryptoKey> {
  let key = known.get(secret)
  if (!key) {
    key = webcrypto.subtle.importKey('raw', keyFor(secret, 'access-token'), HS256, false, ['sign', 'verify'])
    known.set(secret, key)
  }
  return key
}
const HS256 = { name: 'HMAC', hash: 'SHA-256' }

/** A signed token (JWT, HS256) that names a person and a session for 30 minutes. It carries no role: that is read. */
export async function makeAccessToken(keys: Keyring, of: { user_id: number; session_id: string }): Promise<string> {
  return new SignJWT({ sid: of.session_id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(of.user_id))
    .setIssuedAt()
    .setExpirationTime(`${LIMITS.access_minutes} minutes`)
    .sign(await accessKey(keys.SECRET_KEY))
}

/** Who a token names, or null when it is forged, expired or not one of ours. */
export async function readAccessToken(
  keys: Keyring,
  token: string,
): Promise<{ user_id: number; session_id: string } | null> {
  for (const secret of [keys.SECRET_KEY, ...keys.SECRET_KEYS_BEFORE]) {
    try {
      const { payload } = await jwtVerify(token, await accessKey(secret), {
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
