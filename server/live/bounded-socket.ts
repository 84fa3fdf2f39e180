import type { WebSocket } from 'ws'

/** A console that has this many bytes waiting is dropped; it comes back with its cursor and misses nothing. */
const MOST_BUFFERED = 1_000_000
/** Messages, pings and pongs of one socket. A console sends one in three seconds, and a few at its beginning. */
const MOST_A_SECOND = 10

/**
 * The library's own limits: size and pieces of what comes in, and the time a peer has to answer our close before the
 * connection is destroyed. Its automatic pong is off, as it would not check how much is waiting.
 */
export const LIBRARY_LIMITS = {
  maxPayload: 16 * 1024,
  maxFragments: 16,
  maxBufferedChunks: 64,
  perMessageDeflate: false,
  autoPong: false,
  closeTimeout: 2_000,
}

/**
 * A WebSocket of any kind with its limits: what it sends is counted, and what is written to it waits for a slow reader
 * only up to a bound. All output goes through here.
 */
export class BoundedSocket {
  readonly #socket: WebSocket
  #listener: (text: string) => void = () => {}
  #second_began = 0
  #received = 0
  #alive = true

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('error', () => socket.terminate())
    socket.on('message', (data, is_binary) => {
      if (!this.#counted()) return
      if (is_binary) return this.cut(1003, 'Text only')
      this.#listener((data as Buffer).toString())
    })
    socket.on('ping', (data) => {
      if (this.#counted() && this.#hasRoom()) socket.pong(data)
    })
    socket.on('pong', () => {
      this.#alive = this.#counted()
    })
  }

  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Without a listener messages are only counted. */
  onMessage(listener: (text: string) => void): void {
    this.#listener = listener
  }

  onClose(listener: () => void): void {
    this.#socket.on('close', listener)
  }

  /** Stops reading until `resume`; one message that was read already may still come. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  send(text: string): void {
    if (this.#hasRoom()) this.#socket.send(text)
  }

  /** Sends texts that are UTF-8 already, so that one encoding serves all consoles. */
  sendTexts(texts: readonly Buffer[]): void {
    if (!this.#hasRoom()) return
    for (const text of texts) this.#socket.send(text, { binary: false })
  }

  /** Asks for a sign of life; a socket that gave none since the last time is ended. */
  ping(): void {
    if (!this.#alive) return this.#socket.terminate()
    this.#alive = false
    if (this.#hasRoom()) this.#socket.ping()
  }

  /** Sends the reason and waits shortly for the answer. */
  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  /**
   * Sends the reason and reads nothing more: for a peer that breaks the rules. The connection stays until
   * `closeTimeout`: a peer that is cut off would connect again at once, and reading its first bytes is the cost.
   */
  cut(code: number, reason: string): void {
    this.#socket.close(code, reason)
    this.#socket.pause()
  }

  terminate(): void {
    this.#socket.terminate()
  }

  /** Counts also after our close frame: a peer that goes on sending then is read no more. */
  #counted(): boolean {
    const now = performance.now()
    if (now - this.#second_began > 1_000) {
      this.#second_began = now
      this.#received = 0
    }
    this.#received += 1
    if (this.#received > MOST_A_SECOND) this.cut(1008, 'Too many messages')
    return this.open
  }

  #hasRoom(): boolean {
    if (!this.open) return false
    if (this.#socket.bufferedAmount > MOST_BUFFERED) this.#socket.terminate()
    return this.open
  }
}
