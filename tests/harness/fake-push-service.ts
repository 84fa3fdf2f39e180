import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './until.ts'

/** A browser's keys, kept so that a test can read what only that browser could. */
const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()

/** What a browser would hand over after `pushManager.subscribe`. */
export function newSubscription(origin: string) {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys().toString('base64url')
  const auth = randomBytes(16)
  const endpoint = `${origin}/push/${randomUUID()}`
  browsers.set(endpoint, { ecdh, auth })
  return { endpoint, p256dh, auth: auth.toString('base64url') }
}

export interface ArrivedPush {
  endpoint: string
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** A push service on this machine. `status` is its answer from now on; 0 never answers. */
export async function startPushService() {
  const arrived: ArrivedPush[] = []
  const service = { status: 201 }
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      arrived.push({ endpoint: `${origin}${request.url}`, headers: request.headers, body: Buffer.concat(chunks) })
      if (service.status > 0) response.writeHead(service.status, { location: `${origin}/elsewhere` }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(service, {
    origin,
    arrived,
    to: (endpoint: string) => arrived.filter((push) => push.endpoint === endpoint),
    untilArrived: (endpoint: string, count = 1) =>
      until(`${count} pushes have arrived`, () => {
        const pushes = arrived.filter((push) => push.endpoint === endpoint)
        return pushes.length >= count && pushes
      }),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  })
}

/** The push as its browser reads it (RFC 8291). Throws when it was not made for that browser. */
export function readPush({ endpoint, body }: ArrivedPush): unknown {
  const { ecdh, auth } = browsers.get(endpoint)!
  const [salt, key_length] = [body.subarray(0, 16), body[20]!]
  const theirs = body.subarray(21, 21 + key_length)
  const sealed = body.subarray(21 + key_length)
  const hkdf = (key: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs])
  const secret = hkdf(ecdh.computeSecret(theirs), auth, info, 32)
  const key = hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const decipher = createDecipheriv('aes-128-gcm', key, hkdf(secret, salt, 'Content-Encoding: nonce\0', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
}

/** What the sender claims to be, if its signature is right (RFC 8292). */
export function readVapid({ headers }: ArrivedPush): {
  key: string
  claims: { aud: string; exp: number; sub: string }
} {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization!)!
  const [head, claims, signature] = token!.split('.')
  const point = Buffer.from(key!, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const public_key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const signed = Buffer.from(`${head}.${claims}`)
  const right = verify(
    'sha256',
    signed,
    { key: public_key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  if (!right) throw new Error('The signature of the push is wrong.')
  return { key: key!, claims: JSON.parse(Buffer.from(claims!, 'base64url').toString()) as never }
}
