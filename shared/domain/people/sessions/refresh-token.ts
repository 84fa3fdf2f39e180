import type { Keyring } from '../../../platform/secrets.ts'
import { readClaims, signClaims } from './signed-claims.ts'

/** The content of a refresh token. `root` is random, stays for the whole family and is only kept hashed on our side. */
export interface RefreshToken {
  session_id: string
  root: string
  generation: number
}

/**
 * A refresh token. It carries no time, so the successor of a token is always the same text. Two tabs that refresh at
 * once, or a client whose answer was lost, all receive one successor. The database alone does not hold enough to make a
 * token.
 */
export const makeRefreshToken = (keys: Keyring, { session_id, root, generation }: RefreshToken): Promise<string> =>
  signClaims(keys, 'refresh-token', { sid: session_id, root, generation })

/** Null when the text is not a refresh token of ours; a genuine one may still be old or of an ended session. */
export async function readRefreshToken(keys: Keyring, text: string): Promise<RefreshToken | null> {
  const claims = await readClaims(keys, 'refresh-token', text, ['sid', 'root', 'generation'])
  return (
    claims && {
      session_id: String(claims['sid']),
      root: String(claims['root']),
      generation: Number(claims['generation']),
    }
  )
}
