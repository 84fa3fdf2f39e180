import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomFillSync,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { CODE_ALPHABET } from '../contracts/codes.ts'

/**
 * The secrets of one installation. New values are made with SECRET_KEY alone. Values of the keys before it are still
 * accepted, so a change of the key logs no user out and loses nothing.
 */
export interface Keyring {
  SECRET_KEY: string
  SECRET_KEYS_BEFORE: readonly string[]
}

const secretsOf = (keys: Keyring): string[] => [keys.SECRET_KEY, ...keys.SECRET_KEYS_BEFORE]

/** A 32-byte key for one purpose, derived from SECRET_KEY by HKDF-SHA256: purposes never share a key. */
export function keyFor(secret: string, purpose: string): Buffer {
  const id = `${purpose}\n${secret}`
  let key = derived.get(id)
  if (!key) derived.set(id, (key = Buffer.from(hkdfSync('sha256', secret, '', `tvarit:${purpose}`, 32))))
  return key
}
const derived = new Map<string, Buffer>()

/** HMAC-SHA256 under the current secret: for new values. */
export const hmac = (keys: Keyring, purpose: string, text: string): Buffer => hmacWith(keys.SECRET_KEY, purpose, text)

/** What `hmac` gives now and gave under the earlier secrets, the current one first. */
export const hmacs = (keys: Keyring, purpose: string, text: string): Buffer[] =>
  secretsOf(keys).map((secret) => hmacWith(secret, purpose, text))

/** Whether `given` is the HMAC of `text` under any of our secrets. */
export const isHmac = (keys: Keyring, purpose: string, text: string, given: Buffer): boolean =>
  hmacs(keys, purpose, text).some((made) => equalSecrets(made, given))

/** With the key as an object that is made once: given as bytes, making it costs eight times as much as the HMAC. */
function hmacWith(secret: string, purpose: string, text: string): Buffer {
  const id = `${purpose}\n${secret}`
  let key = keyObjects.get(id)
  if (!key) keyObjects.set(id, (key = createSecretKey(keyFor(secret, purpose))))
  return createHmac('sha256', key).update(text).digest()
}
const keyObjects = new Map<string, KeyObject>()

export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')

/** Compares in constant time: the duration does not show where two values differ. */
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

/**
 * AES-256-GCM. Layout: version byte 2, 4 bytes that name the key, 12 bytes nonce, 16 bytes tag, text. `context` must be
 * the same to open it.
 */
export function seal(keys: Keyring, context: string, plain: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(keys.SECRET_KEY, 'seal'), nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([sealPrefix(keys), nonce, cipher.getAuthTag(), body])
}

/** The first bytes of every value sealed now: version and key. Others wait for `npm run keys:rotate`. */
export const sealPrefix = (keys: Keyring): Buffer => Buffer.concat([Buffer.from([2]), keyId(keys.SECRET_KEY)])

/** Names a key without revealing anything of it. */
const keyId = (secret: string): Buffer => keyFor(secret, 'key-id').subarray(0, 4)

/**
 * Opens what `seal` made, also under an earlier secret. Throws when it was changed, moved to another context, or sealed
 * with a secret that is not there any more.
 */
export function unseal(keys: Keyring, context: string, sealed: Buffer): string {
  if (sealed[0] === 1) return unsealVersion1(keys, context, sealed)
  if (sealed[0] !== 2) throw new Error('Sealed value of an unknown version')
  const secret = secretsOf(keys).find((each) => keyId(each).equals(sealed.subarray(1, 5)))
  if (!secret) throw new Error('Sealed with a key that is neither SECRET_KEY nor in SECRET_KEYS_BEFORE')
  return open(secret, context, sealed.subarray(5))
}

/** The first layout named no key (version byte 1, nonce, tag, text): each is tried. */
function unsealVersion1(keys: Keyring, context: string, sealed: Buffer): string {
  const [current, ...before] = secretsOf(keys)
  for (const secret of before) {
    try {
      return open(secret, context, sealed.subarray(1))
    } catch {
      // Sealed with another key.
    }
  }
  return open(current!, context, sealed.subarray(1))
}

function open(secret: string, context: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, 'seal'), sealed.subarray(0, 12), {
    authTagLength: 16,
  })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(12, 28))
  return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8')
}
