import { LIMITS } from '../../../contracts/limits.ts'
import type { Keyring } from '../../../platform/secrets.ts'
import { readClaims, signClaims } from './signed-claims.ts'

/** A signed token that names a person and a session for 30 minutes. It carries no role: that is read. */
export function makeAccessToken(
  keys: Keyring,
  { user_id, session_id }: { user_id: number; session_id: string },
): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { sid: session_id, sub: String(user_id), iat, exp: iat + LIMITS.access_minutes * 60 }
  return signClaims(keys, 'access-token', claims)
}

/** The user and session a token names, or null when it is forged, expired or not one of ours. */
export async function readAccessToken(
  keys: Keyring,
  token: string,
): Promise<{ user_id: number; session_id: string } | null> {
  const claims = await readClaims(keys, 'access-token', token, ['sub', 'sid', 'exp'])
  return claims && { user_id: Number(claims.sub), session_id: String(claims['sid']) }
}
