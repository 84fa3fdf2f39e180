import { appRouter } from '@tvarit/server/routers/app-router'
import { declaredProcedures } from '@tvarit/server/trpc/declared-procedures'
import { hostileHeader, hostileJson, hostilePathPart, hostileQuery, pick, type Random } from './hostile-values.ts'
import type { Draft } from './mutate-request.ts'

// What does not stand in the document: tRPC's own paths, the pages of bystanders, and plain noise.

const PROCEDURES = [...declaredProcedures(appRouter).keys()]
const PAGES = [
  '/s/',
  '/S/',
  '/a/',
  '/d/',
  '/t/',
  '/h/',
  '/c/',
  '/api/files/',
  '/api/receipts/twilio/',
  '/api/receipts/msg91/',
  '/assets/',
  '/',
]

export function trpcRequest(random: Random, access: string | null): Draft {
  const count = random() < 0.2 ? 40 : 1 + Math.floor(random() * 3)
  const names = Array.from({ length: count }, () =>
    random() < 0.9 ? pick(random, PROCEDURES) : hostilePathPart(random),
  )
  const inputs = `{${names.map((_, index) => `"${index}":${hostileJson(random)}`).join(',')}}`
  const post = random() < 0.6
  const batch = random() < 0.8 ? 'batch=1' : 'batch=x'
  return {
    method: post ? 'POST' : 'GET',
    path: `/trpc/${names.join(',')}`,
    query: post
      ? batch
      : `${batch}&input=${random() < 0.9 ? encodeURIComponent(inputs).slice(0, 8_000) : inputs.slice(0, 500)}`,
    headers: [
      ['host', 'localhost'],
      ['content-type', random() < 0.9 ? 'application/json' : 'text/plain'],
      ...(access === null ? [] : [['authorization', `Bearer ${access}`] as [string, string]]),
      ...(random() < 0.1 ? [hostileHeader(random)] : []),
    ],
    body: Buffer.from(post ? inputs : ''),
    leave: false,
  }
}

export function pageRequest(random: Random): Draft {
  const form = random() < 0.5
  return {
    method: form ? 'POST' : 'GET',
    path: `${pick(random, PAGES)}${hostilePathPart(random)}${random() < 0.3 ? '/steps' : ''}`,
    query: random() < 0.5 ? hostileQuery(random) : '',
    headers: [
      ['host', 'localhost'],
      ...(form ? [['content-type', 'application/x-www-form-urlencoded'] as [string, string]] : []),
      ...(random() < 0.3 ? [hostileHeader(random)] : []),
    ],
    body: Buffer.from(form ? hostileQuery(random) : ''),
    leave: false,
  }
}

/** The beginning of a frame or of a request that is none. */
export function noise(random: Random, access: string | null): Buffer {
  const bytes = Buffer.from(Array.from({ length: 1 + Math.floor(random() * 300) }, () => Math.floor(random() * 256)))
  const upgrade =
    `GET ${pick(random, ['/trpc-ws', '/ws/alerts/', '/trpc-ws?connectionParams=1', '/trpc-ws/x'])} HTTP/1.1\r\nhost: localhost\r\n` +
    'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
  const kind = random()
  if (kind < 0.3) return Buffer.concat([bytes, Buffer.from('\r\n\r\n')])
  if (kind < 0.4)
    return Buffer.from('GET / HTTP/1.1\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n')
  if (kind < 0.5)
    return Buffer.from(`POST /api/users/login/ HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nffffffffff\r\n`)
  if (kind < 0.6) return Buffer.from(`GET / HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(3_000)}\r\n`)
  const talk = [
    { method: 'connectionParams', data: { token: access ?? 'x' } },
    { id: 1, method: 'subscription', params: { path: 'alerts.live', lastEventId: '1' } },
  ].map((message) => frame(JSON.stringify(message)))
  const odd = `{"id":${hostileJson(random)},"method":"subscription","params":${hostileJson(random)}}`
  const frames = random() < 0.5 ? [...talk, frame(odd)] : [talk[0]!, frame(random() < 0.5 ? hostileJson(random) : odd)]
  const rest = kind < 0.75 ? [bytes] : frames
  return Buffer.concat([Buffer.from(`${upgrade}origin: http://localhost\r\n\r\n`), ...rest])
}

/** A text frame as a client sends it: masked, here with zeros. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  const size = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10)
  size[0] = 0x81
  size[1] = 0x80 | (size.length === 2 ? payload.length : size.length === 4 ? 126 : 127)
  if (size.length === 4) size.writeUInt16BE(payload.length, 2)
  if (size.length === 10) size.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([size, Buffer.alloc(4), payload])
}
