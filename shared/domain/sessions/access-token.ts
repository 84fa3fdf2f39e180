import { createSecretKey, type KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LIMITS } from '../../contracts/limits.ts'
import { keyFor } from '../../platform/secrets.ts'

const keys = new Map<string, KeyObject>()

function accessKey(secret: string): KeyObject {
  let key = keys.get(secret)
  if (!key) keys.set(secret, (key = createSecretKey(keyFor(secret, 'access-token'))))
  return key
}

/** A signed token (JWT, HS256) that names a person and a session for 30 minutes. It carries no role: that is read. */
export function makeAccessToken(secret: string, of: { user_id: number; session_id: string }): Promise<string> {
  return new SignJWT({ sid: of.session_id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(of.user_id))
    .setIssuedAt()
    .setExpirationTime(`${LIMITS.access_minutes} minutes`)
    .sign(accessKey(secret))
}

/** Who a token names, or null when it is forged, expired or not one of ours. */
export async function readAccessToken(
  secret: string,
  token: string,
): Promise<{ user_id: number; session_id: string } | null> {
  try {
    const { payload } = await jwtVerify(token, accessKey(secret), {
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'sid', 'exp'],
    })
    const user_id = Number(payload.sub)
    const session_id = payload['sid']
    return Number.isSafeInteger(user_id) && typeof session_id === 'string' ? { user_id, session_id } : null
  } catch {
    return null
  }
}
