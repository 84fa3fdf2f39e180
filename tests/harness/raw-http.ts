import net from 'node:net'
import zlib from 'node:zlib'

export interface RawAnswer {
  /** 0 when the connection ended without an answer. */
  status: number
  headers: Map<string, string>
  body: Buffer
  milliseconds: number
}

interface Options {
  /** Ends our side after the bytes, as a caller who leaves in the middle of a body. */
  leave?: boolean
  within_ms?: number
}

/** Sends bytes as they are, whether or not they are HTTP, and reads one answer. Rejects when none comes in time. */
export function sendBytes(url: string, bytes: Buffer, options: Options = {}): Promise<RawAnswer> {
  const { leave = false, within_ms = 10_000 } = options
  const { hostname, port } = new URL(url)
  const begin = performance.now()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = net.connect(Number(port), hostname)
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer in ${within_ms} ms`))
    }, within_ms)
    socket.on('connect', () => (leave ? socket.end(bytes) : socket.write(bytes)))
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      // A stream of events is answered with its first words.
      if (chunk.includes('text/event-stream')) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve({ ...parse(Buffer.concat(chunks)), milliseconds: performance.now() - begin })
    })
  })
}

function parse(bytes: Buffer): Omit<RawAnswer, 'milliseconds'> {
  const end = bytes.indexOf('\r\n\r\n')
  const [line = '', ...fields] = bytes.toString('latin1', 0, Math.max(end, 0)).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0)
  if (status === 100) return parse(bytes.subarray(end + 4))
  const headers = new Map(
    fields.map((field) => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
    }),
  )
  const sent = bytes.subarray(end + 4)
  const body = headers.get('transfer-encoding') === 'chunked' ? joinChunks(sent) : sent
  const decode = DECODERS[headers.get('content-encoding') ?? '']
  return { status, headers, body: decode && body.length > 0 ? decode(body) : body }
}

/** An answer is compressed as the request asked for. */
const DECODERS: Record<string, (body: Buffer) => Buffer> = {
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
  deflate: zlib.inflateSync,
}

function joinChunks(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const line_end = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, line_end), 16)
    if (!(size > 0)) break
    parts.push(body.subarray(line_end + 2, line_end + 2 + size))
    at = line_end + 2 + size + 2
  }
  return Buffer.concat(parts)
}
