import { randomBytes } from 'node:crypto'
import { hmac, isHmac, type Keyring } from '../../../platform/secrets.ts'

/** What a refresh token says. `root` is random, stays for the whole family and is only kept hashed on our side. */
export interface RefreshToken {
  session_id: string
  root: Buffer
  generation: number
}

const ROOT = 32
const GENERATION = 4
const SIGNATURE = 32

export const newRoot = (): Buffer => randomBytes(ROOT)

/**
 * `<session uuid>.<secret>`, where the secret is root, generation and their HMAC. The successor of a token is therefore
 * always the same text: two tabs that refresh at once, or a client whose answer was lost, all receive one successor.
 * Nothing that the database holds is enough to make a token.
 */
export function makeRefreshToken(keys: Keyring, token: RefreshToken): string {
  const generation = Buffer.alloc(GENERATION)
  generation.writeUInt32BE(token.generation)
  const content = Buffer.concat([token.root, generation])
  return `${token.session_id}.${Buffer.concat([content, hmac(keys, PURPOSE, signed(token.session_id, content))]).toString('base64url')}`
}

/** Null when the text is not a refresh token of ours; a genuine one may still be old or of an ended session. */
export function readRefreshToken(keys: Keyring, text: string): RefreshToken | null {
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{91})$/.exec(text)
  if (!match) return null
  const session_id = match[1]!
  const bytes = Buffer.from(match[2]!, 'base64url')
  if (bytes.length !== ROOT + GENERATION + SIGNATURE) return null
  const content = bytes.subarray(0, ROOT + GENERATION)
  if (!isHmac(keys, PURPOSE, signed(session_id, content), bytes.subarray(ROOT + GENERATION))) return null
  return { session_id, root: content.subarray(0, ROOT), generation: content.readUInt32BE(ROOT) }
}

const PURPOSE = 'refresh-token'
const signed = (session_id: string, content: Buffer): string => `${session_id}\n${content.toString('hex')}`
