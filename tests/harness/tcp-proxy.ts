import net from 'node:net'

/** `up` towards the server behind, `down` back to the client that connected. */
export type Direction = 'up' | 'down'

/** One connection through the proxy. */
export interface Link {
  /** The first bytes the client sent: a path, or who connects to PostgreSQL. */
  begin: string
  /** Stops forwarding without closing anything, as a cable that was pulled; both directions unless one is named. */
  hold(direction?: Direction): void
  /** Forwards what was held and everything after it. */
  release(): void
  /** Both ends see a closed connection. */
  cut(): void
}

export interface TcpProxy {
  port: number
  links: Set<Link>
  /** Milliseconds each piece is late, in both directions. */
  delay_ms: number
  /** Called before a piece is forwarded: holding its link keeps this very piece back. */
  on_data: ((link: Link, direction: Direction, piece: Buffer) => void) | null
  /** Where new connections go from now on; null rejects them. */
  target: number | null
  /** An address with this proxy in the place of host and port. */
  through(url: string): string
  close(): Promise<void>
}

/** A proxy on this machine for everything a network can do to a connection. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const server = net.createServer((client) => accept(client))

  function accept(client: net.Socket): void {
    if (proxy.target === null) return void client.destroy()
    const upstream = net.connect(proxy.target, '127.0.0.1')
    const lanes = { up: lane(upstream), down: lane(client) }
    const link: Link = {
      begin: '',
      hold(direction) {
        for (const name of direction ? [direction] : (['up', 'down'] as const)) lanes[name].held = true
      },
      release() {
        for (const each of Object.values(lanes)) each.release()
      },
      cut() {
        client.destroy()
        upstream.destroy()
      },
    }
    proxy.links.add(link)
    const ways: [net.Socket, net.Socket, Direction][] = [
      [client, upstream, 'up'],
      [upstream, client, 'down'],
    ]
    for (const [from, to, direction] of ways) {
      from.setNoDelay(true)
      from.on('data', (piece) => {
        if (direction === 'up' && link.begin === '') link.begin = piece.toString('latin1')
        proxy.on_data?.(link, direction, piece)
        lanes[direction].send(piece, proxy.delay_ms)
      })
      from.on('error', () => {})
      // A client that waits behind a pulled cable hears nothing of the end either.
      from.on('close', () => {
        proxy.links.delete(link)
        if (!lanes[direction].held) to.destroy()
      })
    }
  }

  const proxy: TcpProxy = {
    port: 0,
    links: new Set(),
    delay_ms: 0,
    on_data: null,
    target,
    through(url) {
      const changed = new URL(url)
      changed.hostname = '127.0.0.1'
      changed.port = String(proxy.port)
      return changed.href.replace(/\/$/, '')
    },
    async close() {
      for (const link of proxy.links) link.cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.port = (server.address() as net.AddressInfo).port
  return proxy
}

/** What goes to one socket: in order, late by the delay, and kept back while held. */
function lane(to: net.Socket) {
  const kept: Buffer[] = []
  const one = {
    held: false,
    send(piece: Buffer, delay_ms: number) {
      if (delay_ms > 0) setTimeout(() => one.write(piece), delay_ms)
      else one.write(piece)
    },
    write(piece: Buffer) {
      if (one.held) kept.push(piece)
      else if (to.writable) to.write(piece)
    },
    release() {
      one.held = false
      for (const piece of kept.splice(0)) one.write(piece)
    },
  }
  return one
}
