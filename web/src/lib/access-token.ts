/** An access token is renewed when it has less than this left, so that no call leaves with one that dies on the way. */
const SPARE_MS = 30_000

/** How far this computer's clock is behind the server's, learned whenever a new token arrives. */
let clock_offset_ms = 0

interface Claims {
  exp: number
  iat?: number
}

function readClaims(token: string): Claims | null {
  try {
    const payload = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')
    const claims = JSON.parse(atob(payload)) as Partial<Claims>
    return typeof claims.exp === 'number' ? { exp: claims.exp, iat: claims.iat } : null
  } catch {
    return null
  }
}

/** Call with a token that was issued this very moment: corrects for a clock that is wrong on this computer. */
export function learnClock(fresh_token: string): void {
  const issued = readClaims(fresh_token)?.iat
  if (issued) clock_offset_ms = issued * 1000 - Date.now()
}

/** True when the token can still be used for a call. A token that cannot be read is left to the server to judge. */
export function isFresh(token: string): boolean {
  const claims = readClaims(token)
  return !claims || claims.exp * 1000 - (Date.now() + clock_offset_ms) > SPARE_MS
}
