import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomFillSync,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { CODE_ALPHABET } from '../contracts/codes.ts'

/** A 32-byte key for one purpose, derived from SECRET_KEY by HKDF-SHA256: purposes never share a key. */
export function keyFor(secret: string, purpose: string): Buffer {
  const id = `${purpose}\n${secret}`
  let key = derived.get(id)
  if (!key) derived.set(id, (key = Buffer.from(hkdfSync('sha256', secret, '', `tvarit:${purpose}`, 32))))
  return key
}
const derived = new Map<string, Buffer>()

export const hmac = (secret: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', keyFor(secret, purpose)).update(text).digest()

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares without telling by time where two values differ. */
export const equalSecrets = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/** Random text of the sticker alphabet; 16 symbols are 79 bits. */
export function randomCode(length: number): string {
  let code = ''
  while (code.length < length) {
    const byte = randomByte()
    // The few above the last whole multiple would make the first symbols likelier.
    if (byte < FAIR) code += CODE_ALPHABET[byte % CODE_ALPHABET.length]
  }
  return code
}
const FAIR = 256 - (256 % CODE_ALPHABET.length)

/** From a small store, so that thousands of codes do not ask the system for each symbol. Each byte is given out once. */
function randomByte(): number {
  if (next === store.length) {
    randomFillSync(store)
    next = 0
  }
  const byte = store[next]!
  store[next++] = 0
  return byte
}
const store = new Uint8Array(4096)
let next = store.length

/** Six digits from a CSPRNG, leading zeros kept. */
export const randomOtp = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** 256 random bits for a URL. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** AES-256-GCM. Layout: version byte 1, 12 bytes nonce, 16 bytes tag, text. `context` must be the same to open it. */
export function seal(secret: string, context: string, plain: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, 'seal'), nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), body])
}

/** Opens what `seal` made; throws when it was changed, moved to another context or sealed with another key. */
export function unseal(secret: string, context: string, sealed: Buffer): string {
  if (sealed[0] !== 1) throw new Error('Sealed value of an unknown version')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, 'seal'), sealed.subarray(1, 13))
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(13, 29))
  return decipher.update(sealed.subarray(29), undefined, 'utf8') + decipher.final('utf8')
}
