import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { textFrame } from './text-frame.ts'

/** A console that has this many bytes waiting is let go; it comes back with its cursor and misses nothing. */
const MOST_BUFFERED = 1_000_000
/** Messages, pings and pongs of one socket. A console sends one in three seconds, and a few at its beginning. */
const MOST_A_SECOND = 10

/**
 * What the library bounds by itself: size and pieces of what comes in, and the time a peer has to answer our close
 * before the connection is destroyed. It answers no ping of its own accord, as it would not look how much is waiting.
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
 * A WebSocket of any kind and its limits: what it sends is counted, and what is written to it waits for a slow reader
 * only up to a bound. Everything that goes out goes through here.
 */
export class BoundedSocket {
  readonly #socket: WebSocket
  readonly #stream: Duplex
  #listener: (text: string) => void = () => {}
  #second_began = 0
  #received = 0
  #alive = true

  /** `stream` is the connection beneath the socket, for whole frames. */
  constructor(socket: WebSocket, stream: Duplex) {
    this.#socket = socket
    this.#stream = stream
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

  /** Reads no more until `resume`; of what was read already a message may still come. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  send(text: string): void {
    this.sendFrames([textFrame(text)])
  }

  /**
   * Writes ready-made frames in one go, past the library, which would write the head and the body of each apart. They
   * cannot mix with the library's own: without compression and fragments it too writes whole frames only.
   */
  sendFrames(frames: readonly Buffer[]): void {
    if (!this.#hasRoom()) return
    if (frames.length === 1) return void this.#stream.write(frames[0])
    this.#stream.cork()
    for (const frame of frames) this.#stream.write(frame)
    this.#stream.uncork()
  }

  /** Asks for a sign of life; a socket that gave none since the last time is ended. */
  ping(): void {
    if (!this.#alive) return this.#socket.terminate()
    this.#alive = false
    if (this.#hasRoom()) this.#socket.ping()
  }

  /** Says why and waits shortly for the answer. */
  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  /**
   * Says why and reads nothing more: for a peer that does what it may not. The connection stays until `closeTimeout`:
   * one that ended at once would begin anew at once, and reading its first bytes is what it costs us.
   */
  cut(code: number, reason: string): void {
    this.#socket.close(code, reason)
    this.#socket.pause()
  }

  terminate(): void {
    this.#socket.terminate()
  }

  #counted(): boolean {
    if (!this.open) return false
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
    if (this.#stream.writableLength > MOST_BUFFERED) this.#socket.terminate()
    return this.open
  }
}
