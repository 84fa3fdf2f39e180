import { WebSocket } from 'ws'
import { retryDelay } from '../../web/src/features/alerts/live/keep-alive.ts'

interface Options {
  /** Servers as http addresses. The first is tried first, the next at once when it does not answer, as a proxy does. */
  urls: string[]
  token: string
  /** Come back after a loss, with the cursor and with the web client's delays. */
  reconnect?: boolean
  /** Every message of the server after it has accepted the subscription, as the bytes of its JSON text. */
  on_message(text: Buffer): void
  /** The server has accepted the subscription. */
  on_started?(): void
  on_lost?(): void
}

/** A screen that costs its machine little: it subscribes in the wire format of tRPC and leaves the messages unread. */
export class LightScreen {
  readonly #options: Options
  #socket: WebSocket | null = null
  #closed = false
  #attempts = 0
  #failures = 0
  #last: Buffer | null = null

  constructor(options: Options) {
    this.#options = options
    this.#connect()
  }

  close(): void {
    this.#closed = true
    this.#socket?.terminate()
  }

  #connect(): void {
    const { urls, token, on_message, on_started } = this.#options
    const url = urls[this.#attempts % urls.length]!
    const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc-ws?connectionParams=1`, {
      origin: url,
      perMessageDeflate: false,
      skipUTF8Validation: true,
      handshakeTimeout: 8_000,
    })
    this.#socket = socket
    let [open, started] = [false, false]
    socket.on('error', () => {})
    socket.on('open', () => {
      open = true
      const lastEventId = /"type":"data","id":"(\d+)"/.exec(this.#last?.toString('latin1', 0, 200) ?? '')?.[1]
      socket.send(JSON.stringify({ method: 'connectionParams', data: { token } }))
      const params = { path: 'alerts.live', ...(lastEventId && { lastEventId }) }
      socket.send(JSON.stringify({ id: 1, method: 'subscription', params }))
    })
    socket.on('message', (text: Buffer) => {
      if (started) {
        this.#failures = 0
        this.#last = text
        on_message(text)
      } else if (text.includes('"type":"started"')) {
        started = true
        on_started?.()
      }
    })
    socket.on('close', () => this.#lost(open))
  }

  #lost(was_open: boolean): void {
    if (this.#closed) return
    if (was_open) this.#options.on_lost?.()
    if (!this.#options.reconnect) return
    this.#attempts += 1
    if (!was_open && this.#attempts % this.#options.urls.length !== 0) return this.#connect()
    this.#failures += 1
    setTimeout(() => !this.#closed && this.#connect(), retryDelay(this.#failures))
  }
}
