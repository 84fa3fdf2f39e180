import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { retryDelay } from '../../web/src/features/alerts/live/keep-alive.ts'

interface Options {
  /** Servers as http addresses. The first is tried first, the next at once when it refuses, as a proxy does. */
  urls: string[]
  token: string
  /** Come back after a loss, with the cursor and with the web client's delays. */
  reconnect?: boolean
  /** Every message of the server, as the bytes of its JSON text. */
  on_message(text: Buffer): void
  /** The server has accepted the subscription. */
  on_started?(): void
  on_lost?(reason: string): void
}

/**
 * A screen at the least possible cost for the machine that measures: a bare TCP socket that speaks just enough WebSocket
 * and just enough of tRPC's wire to subscribe to `alerts.live`, to answer pings, and to come back with its cursor.
 */
export class LightScreen {
  readonly #options: Options
  #socket: net.Socket | null = null
  #rest: Buffer = Buffer.alloc(0)
  #open = false
  #started = false
  #closed = false
  #failures = 0
  #next = 0
  #last: Buffer | null = null

  constructor(options: Options) {
    this.#options = options
    this.#connect()
  }

  /** The id of the last event, as tRPC's client would send it on coming back. */
  cursor(): string | undefined {
    const head = this.#last?.toString('latin1', 0, 200)
    return head && /"type":"data","id":"(\d+)"/.exec(head)?.[1]
  }

  close(): void {
    this.#closed = true
    this.#socket?.destroy()
  }

  #connect(): void {
    const url = new URL(this.#options.urls[this.#next % this.#options.urls.length]!)
    this.#rest = Buffer.alloc(0)
    this.#open = false
    this.#started = false
    const socket = net.connect({ host: url.hostname, port: Number(url.port), noDelay: true })
    this.#socket = socket
    socket.on('connect', () => {
      socket.write(
        `GET /trpc-ws?connectionParams=1 HTTP/1.1\r\nHost: ${url.host}\r\nOrigin: ${url.origin}\r\n` +
          `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
          `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      )
    })
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('error', () => {})
    socket.on('close', () => this.#lost(this.#open ? 'closed' : 'refused'))
    socket.setTimeout(8_000, () => {
      if (!this.#open) socket.destroy()
    })
  }

  #lost(reason: string): void {
    if (this.#closed) return
    if (this.#open) this.#options.on_lost?.(reason)
    if (!this.#options.reconnect) return
    this.#next += 1
    const others = this.#next % this.#options.urls.length !== 0
    if (!this.#open && others) return this.#connect()
    this.#failures += 1
    setTimeout(() => !this.#closed && this.#connect(), retryDelay(this.#failures))
  }

  #read(chunk: Buffer): void {
    let data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    if (!this.#open) {
      const end = data.indexOf('\r\n\r\n')
      if (end < 0) return void (this.#rest = data)
      if (!data.toString('latin1', 0, 12).endsWith('101')) return void this.#socket?.destroy()
      this.#open = true
      data = data.subarray(end + 4)
      this.#subscribe()
    }
    let at = 0
    for (;;) {
      const frame = frameAt(data, at)
      if (!frame) break
      at = frame.end
      this.#take(frame.opcode, data.subarray(frame.start, frame.end))
    }
    this.#rest = at === data.length ? EMPTY : data.subarray(at)
  }

  #subscribe(): void {
    const lastEventId = this.cursor()
    this.#send(1, JSON.stringify({ method: 'connectionParams', data: { token: this.#options.token } }))
    this.#send(
      1,
      JSON.stringify({
        id: 1,
        method: 'subscription',
        params: { path: 'alerts.live', ...(lastEventId && { lastEventId }) },
      }),
    )
  }

  #take(opcode: number, payload: Buffer): void {
    if (opcode === 9) return this.#send(10, '')
    if (opcode === 8) return void this.#socket?.destroy()
    if (opcode !== 1) return
    if (!this.#started) {
      if (!payload.includes('"type":"started"')) return this.#options.on_message(payload)
      this.#started = true
      return this.#options.on_started?.()
    }
    this.#failures = 0
    this.#last = payload
    this.#options.on_message(payload)
  }

  /** Clients must mask; a mask of zeros leaves the text as it is. */
  #send(opcode: number, text: string): void {
    const payload = Buffer.from(text)
    const head =
      payload.length < 126
        ? Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0])
        : Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0])
    this.#socket?.write(Buffer.concat([head, payload]))
  }
}

const EMPTY = Buffer.alloc(0)

function frameAt(data: Buffer, at: number): { opcode: number; start: number; end: number } | null {
  if (data.length < at + 2) return null
  const opcode = data[at]! & 15
  const short = data[at + 1]! & 127
  const size = short === 126 ? 2 : short === 127 ? 8 : 0
  const start = at + 2 + size
  if (data.length < start) return null
  const length = size === 0 ? short : size === 2 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2))
  return data.length < start + length ? null : { opcode, start, end: start + length }
}
