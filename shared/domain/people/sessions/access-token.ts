import { webcrypto } from 'node:crypto'
import { jwtVerify } from 'jose'
import { LIMITS } from '../../../contracts/limits.ts'
import { hmac, keyFor, type Keyring } from '../../../platform/secrets.ts'

const PURPOSE = 'access-token'
const known = new Map<string, Promise<webcrypto.CryptoKey>>()

/** The key of access tokens under a secret, in the form that the library uses as it is. */
function accessKey(secret: string): Promise<webcrypto.CryptoKey> {
  let key = known.get(secret)
  if (!key) {
    key = webcrypto.subtle.importKey('raw', keyFor(secret, PURPOSE), HS256, false, ['verify'])
    known.set(secret, key)
  }
  return key
}
const HS256 = { name: 'HMAC', hash: 'SHA-256' }

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const HEADER = base64url({ alg: 'HS256', typ: 'JWT' })

/**
 * A signed token (JWT, HS256: RFC 7515 section 3.1) that names a person and a session for 30 minutes. It carries no role:
 * that is read. Signed here and at once: the library's way through Web Crypto waits for a thread and costs ten times as
 * much. What others bring is read by the library alone.
 */
export function makeAccessToken(
  keys: Keyring,
  { user_id, session_id }: { user_id: number; session_id: string },
): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sid: session_id, sub: String(user_id), iat: now, exp: now + LIMITS.access_minutes * 60 }
  const signed = `${HEADER}.${base64url(claims)}`
  return `${signed}.${hmac(keys, PURPOSE, signed).toString('base64url')}`
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
