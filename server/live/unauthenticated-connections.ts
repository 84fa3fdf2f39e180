import type { Duplex } from 'node:stream'

/** Of one network: a whole call centre may come back at once. */
const MOST_OF_NETWORK = 500
/** Of all networks: a small part of what a process carries, so that room is kept for known consoles. */
const MOST = 1_000

/** The connections that have asked for a WebSocket and whose token is not checked yet. */
export class UnauthenticatedConnections {
  readonly #networks = new Map<Duplex, string>()

  /**
   * Counts a connection until it is known or closes; false when its network has too many. When there are too many of
   * all networks, the one that has waited longest is ended: a client with a token sends it within milliseconds.
   */
  enter(stream: Duplex, network: string): boolean {
    let of_network = 0
    for (const other of this.#networks.values()) if (other === network) of_network += 1
    if (of_network >= MOST_OF_NETWORK) return false
    const [oldest] = this.#networks.keys()
    if (oldest && this.#networks.size >= MOST) {
      this.leave(oldest)
      oldest.destroy()
    }
    this.#networks.set(stream, network)
    stream.once('close', () => this.leave(stream))
    return true
  }

  leave(stream: Duplex): void {
    this.#networks.delete(stream)
  }
}
