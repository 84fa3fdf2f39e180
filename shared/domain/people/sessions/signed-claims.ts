import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { keyFor, type Keyring } from '../../../platform/secrets.ts'

/** The purpose of a token. Each has its own key, so a token of one is not valid for another. */
type Purpose = 'access-token' | 'refresh-token'

/** A JWT (HS256) under the current secret. Equal claims give the same text. */
export const signClaims = (keys: Keyring, purpose: Purpose, claims: JWTPayload): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(keyFor(keys.SECRET_KEY, purpose))

/** The claims of a token under any of our secrets; null when it is forged, expired or lacks one of the `required`. */
export async function readClaims(
  keys: Keyring,
  purpose: Purpose,
  token: string,
  required: string[],
): Promise<JWTPayload | null> {
  for (const secret of [keys.SECRET_KEY, ...keys.SECRET_KEYS_BEFORE]) {
    const key = keyFor(secret, purpose)
    try {
      return (await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: required })).payload
    } catch {
      // Signed with another key, or not a token.
    }
  }
  return null
}
