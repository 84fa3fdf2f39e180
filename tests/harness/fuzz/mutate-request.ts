import type { Sent } from '../rest-calls.ts'
import {
  hostileHeader,
  hostileJson,
  hostilePathPart,
  hostileQuery,
  hostileText,
  hostileType,
  pick,
  type Random,
} from './hostile-values.ts'

/** A request that can still be changed. */
export interface Draft {
  method: string
  /** Path with its parameters as text, and the query without the question mark. */
  path: string
  query: string
  headers: [string, string][]
  body: Buffer
  /** The caller leaves before the body he announced is complete. */
  leave: boolean
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'QUERY', 'get']
const BOUNDARY = 'fuzz-boundary'

/** The valid call of an operation with one to three things wrong. */
export async function mutate(random: Random, method: string, path: string, sent: Sent, access: string | null) {
  const draft: Draft = {
    method,
    path: path.replace('{id}', String(sent.id)).replace('{token}', sent.token ?? ''),
    query: sent.query?.slice(1) ?? '',
    headers: [
      ['host', 'localhost'],
      ['x-forwarded-for', `198.${18 + Math.floor(random() * 2)}.${byte(random)}.${byte(random)}`],
      ...(access === null ? [] : [['authorization', `Bearer ${access}`] as [string, string]]),
    ],
    body: Buffer.alloc(0),
    leave: false,
  }
  if (sent.body instanceof FormData) await fillForm(random, draft, sent.body)
  else if (sent.body !== undefined) fillJson(random, draft, sent.body)
  const changes = 1 + Math.floor(random() * 2)
  for (let change = 0; change < changes; change++) changeOne(random, draft, path)
  return draft
}

const byte = (random: Random): number => Math.floor(random() * 256)

function fillJson(random: Random, draft: Draft, value: unknown): void {
  draft.headers.push(['content-type', 'application/json'])
  const text = random() < 0.7 ? spoiled(random, value) : JSON.stringify(value)
  draft.body = Buffer.from(text)
}

/** The JSON text of `value` with a field that is nasty, missing, doubled or not known. */
function spoiled(random: Random, value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return hostileJson(random)
  const fields = Object.entries(value).map(([name, inner]) => [name, JSON.stringify(inner)] as [string, string])
  const place = Math.floor(random() * fields.length)
  const kind = random()
  if (kind < 0.6 && fields[place]) fields[place][1] = hostileJson(random)
  else if (kind < 0.7) fields.splice(place, 1)
  else if (kind < 0.8 && fields[place]) fields.push([fields[place][0], hostileJson(random)])
  else if (kind < 0.9)
    fields.push([pick(random, ['__proto__', 'constructor', 'role', 'id', 'user_id', '']), hostileJson(random)])
  else return hostileJson(random)
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${inner}`).join(',')}}`
}

async function fillForm(random: Random, draft: Draft, form: FormData): Promise<void> {
  draft.headers.push(['content-type', `multipart/form-data; boundary=${BOUNDARY}`])
  const entries = [...form.entries()]
  const spoil = random() < 0.7 ? Math.floor(random() * entries.length) : -1
  const parts: Buffer[] = []
  for (const [index, [name, value]] of entries.entries()) {
    const kind = index === spoil ? random() : 1
    if (kind < 0.1) continue
    const field = kind < 0.2 ? hostileText(random).slice(0, 100) : name
    const file = typeof value === 'string' ? '' : `; filename="${kind < 0.4 ? '../x\u0000.php' : value.name}"`
    const type = typeof value === 'string' ? '' : '\r\ncontent-type: application/octet-stream'
    const content =
      kind < 0.7 ? hostileText(random) : typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer())
    parts.push(
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"${file}${type}\r\n\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    )
  }
  draft.body = Buffer.concat([...parts, Buffer.from(random() < 0.05 ? '' : `--${BOUNDARY}--\r\n`)])
}

function setHeader(draft: Draft, name: string, value: string): void {
  draft.headers = [...draft.headers.filter(([other]) => other !== name), [name, value]]
}

function changeOne(random: Random, draft: Draft, path: string): void {
  const kind = random()
  if (kind < 0.25 && path.includes('{')) {
    const parts = path.split('/')
    const actual = draft.path.split('/')
    const place = parts.findIndex((part) => part.startsWith('{'))
    if (actual.length === parts.length) actual[place] = hostilePathPart(random)
    draft.path = actual.join('/')
  } else if (kind < 0.45) draft.query = random() < 0.5 ? hostileQuery(random) : `${draft.query}&${hostileQuery(random)}`
  else if (kind < 0.52) draft.method = pick(random, METHODS)
  else if (kind < 0.6) setHeader(draft, ...hostileHeader(random))
  else if (kind < 0.63) draft.headers.push(hostileHeader(random))
  else if (kind < 0.68) setHeader(draft, 'content-type', hostileType(random))
  else if (kind < 0.7) setHeader(draft, 'content-encoding', pick(random, ['gzip', 'br', 'bogus', 'gzip, gzip']))
  else if (kind < 0.73)
    draft.path = `${draft.path}${pick(random, ['/', '//', '/..', '/%2e%2e/', ';x', '.json', '%00'])}`
  else if (kind < 0.79) changeBody(random, draft)
}

function changeBody(random: Random, draft: Draft): void {
  const { body } = draft
  switch (Math.floor(random() * 6)) {
    case 0:
      draft.body = body.subarray(0, Math.floor(random() * body.length))
      return
    case 1:
      draft.leave = true
      setHeader(draft, 'content-length', String(body.length + 50))
      return
    case 2:
      draft.body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])
      return
    case 3:
      draft.body = Buffer.from(Array.from({ length: 200 }, () => byte(random)))
      return
    case 4:
      draft.body = Buffer.alloc(150_000, 0x20)
      return
    default:
      draft.body = Buffer.from(hostileJson(random))
  }
}

/** The bytes of the request. */
export function toBytes(draft: Draft): Buffer {
  const headers = [...draft.headers]
  if (!headers.some(([name]) => name === 'content-length') && (draft.body.length > 0 || draft.method !== 'GET')) {
    headers.push(['content-length', String(draft.body.length)])
  }
  headers.push(['connection', 'close'])
  const target = `${draft.path}${draft.query ? `?${draft.query}` : ''}`
  const head = [`${draft.method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)].join(
    '\r\n',
  )
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), draft.body])
}
