const OPEN_WITHIN_MS = 8_000
const CLOSE_WITHIN_MS = 1_000

/** When the last frame of any kind (events, pongs) arrived. */
let last_frame_at = 0
export const lastFrameAt = (): number => last_frame_at

/**
 * A WebSocket that does not wait for the dead. A browser waits a minute and more for a handshake or for the closing
 * handshake of a peer that is gone; here both have a deadline, after which `close` is reported at once (the browser's own,
 * late one is swallowed).
 */
export class LivelySocket extends WebSocket {
  #reported = false

  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols)
    this.addEventListener('close', (event) => {
      if (this.#reported) return event.stopImmediatePropagation()
      this.#reported = true
    })
    this.addEventListener('message', () => {
      last_frame_at = Date.now()
    })
    const deadline = setTimeout(() => this.close(), OPEN_WITHIN_MS)
    this.addEventListener('open', () => {
      clearTimeout(deadline)
      last_frame_at = Date.now()
    })
    this.addEventListener('error', () => clearTimeout(deadline))
  }

  override close(code?: number, reason?: string): void {
    super.close(code, reason)
    setTimeout(() => {
      if (!this.#reported) this.dispatchEvent(new CloseEvent('close', { code: 1006 }))
    }, CLOSE_WITHIN_MS)
  }
}
