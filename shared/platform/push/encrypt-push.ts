import {
  createCipheriv,
  createECDH,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'

/** Where a browser wants its pushes, as its `PushSubscription` says it; keys are base64url. */
export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}

/** Our pair of keys at the push services (VAPID), as a private JWK. */
export interface PushKey {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  d: string
}

const RECORD_BYTES = 4096
const VALID_HOURS = 12

export const newPushKey = (): PushKey =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as unknown as PushKey

/** The public key as browsers want it: an uncompressed point, base64url. */
export const publicKeyOf = ({ x, y }: PushKey): string =>
  Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')

/** Whether it is a point of P-256 as a subscription carries it. */
export function isPushPoint(text: string): boolean {
  const point = Buffer.from(text, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
    return true
  } catch {
    return false
  }
}

/**
 * The body of a push by RFC 8291 (aes128gcm): only that browser can read it, not the push service. `fixed` is for the
 * example of the RFC; otherwise key and salt are new for each push.
 */
export function encryptPush(
  address: Pick<PushAddress, 'p256dh' | 'auth'>,
  text: string,
  fixed?: { private_key: Buffer; salt: Buffer },
): Buffer {
  const ecdh = createECDH('prime256v1')
  if (fixed) ecdh.setPrivateKey(fixed.private_key)
  else ecdh.generateKeys()
  const salt = fixed?.salt ?? randomBytes(16)
  const browser = Buffer.from(address.p256dh, 'base64url')
  const ours = ecdh.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, ours])
  const secret = hkdf(ecdh.computeSecret(browser), Buffer.from(address.auth, 'base64url'), info, 32)
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2: the last record, without padding.
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, body, cipher.getAuthTag()])
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** The `authorization` header by RFC 8292: who we are, to that push service, for twelve hours. `subject`: a mailto. */
export function vapidHeader(key: PushKey, endpoint: string, subject: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + VALID_HOURS * 3600
  const claim = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: new URL(endpoint).origin, exp, sub: subject })}`
  const signature = sign('sha256', Buffer.from(claim), {
    key: { ...key },
    format: 'jwk',
    dsaEncoding: 'ieee-p1363',
  } as never)
  return `vapid t=${claim}.${signature.toString('base64url')}, k=${publicKeyOf(key)}`
}
