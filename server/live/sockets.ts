import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { readActor } from '@tvarit/shared/domain/people/sessions/read-actor'
import { isSyntheticPass } from '@tvarit/shared/domain/synthetic/synthetic-coupon'
import { activeSessions } from '@tvarit/shared/domain/people/sessions/active-sessions'
import type { Actor, Ctx } from '@tvarit/shared/platform/context'
import { networkOfCaller } from '@tvarit/shared/platform/network-of'
import proxyAddress from 'proxy-addr'
import { WebSocketServer } from 'ws'
import { isAllowedOrigin } from './allowed-origin.ts'
import { BoundedSocket, LIBRARY_LIMITS } from './bounded-socket.ts'
import type { LiveHub } from './live-hub.ts'
import { serveLiveSocket } from './live-socket.ts'
import { parseCursor } from './parse-cursor.ts'
import { servePlainSocket } from './plain-socket.ts'
import { UnauthenticatedConnections } from './unauthenticated-connections.ts'
import { serveSyntheticSocket } from './synthetic-socket.ts'

/** Of WebSockets, by who they are for. */
export const SOCKET_PATHS = { live: '/trpc-ws', plain: '/ws/alerts', synthetic: '/ws/synthetic' }
const MOST_SOCKETS = 10_000
const MOST_PER_PERSON = 40
const PING_EVERY_MS = 20_000
/** Sessions are checked again this often, in case a notification was lost. */
const REVALIDATE_EVERY_MS = 30_000

export interface Sockets {
  /** Open connections, also those without a checked token. */
  count(): number
  /** Asks consoles to reconnect elsewhere, then closes them. */
  stop(): Promise<void>
}

/**
 * Accepts WebSockets: path, Origin and limits are checked before the handshake, never by a library's prefix option. A
 * user whose session ends loses its sockets at once.
 */
export function attachSockets(server: Server, base: Pick<Ctx, 'db' | 'config' | 'log'>, hub: LiveHub): Sockets {
  const wss = new WebSocketServer({ noServer: true, ...LIBRARY_LIMITS })
  const sockets = new Set<BoundedSocket>()
  const owners = new Map<BoundedSocket, Actor>()
  const strangers = new UnauthenticatedConnections()

  function own(socket: BoundedSocket, actor: Actor): boolean {
    let count = 0
    for (const owner of owners.values()) if (owner.id === actor.id) count += 1
    if (count >= MOST_PER_PERSON) return false
    owners.set(socket, actor)
    return true
  }

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    void (async () => {
      const url = parseUrl(request)
      const path = url?.pathname.replace(/\/$/, '')
      if (!url || !Object.values(SOCKET_PATHS).includes(path ?? '')) return reject(stream, 404, 'Not Found')
      if (!isAllowedOrigin(request.headers, base.config, path !== SOCKET_PATHS.live))
        return reject(stream, 403, 'Forbidden')
      if (sockets.size >= MOST_SOCKETS) return reject(stream, 503, 'Service Unavailable')
      // As Express finds it for requests: past as many proxies as are trusted, and no further.
      const caller = proxyAddress(request, (_, hop) => hop < base.config.TRUST_PROXY)
      if (!strangers.enter(stream, networkOfCaller(caller))) {
        return reject(stream, 429, 'Too Many Requests')
      }
      const token = url.searchParams.get('token') ?? ''
      let actor: Actor | null = null
      if (path === SOCKET_PATHS.plain) {
        actor = await readActor({ ctx: base, access: token }).catch(() => null)
        if (!actor) return reject(stream, 401, 'Unauthorized')
        if (scopeOf('alerts.live', actor.role) !== 'all') return reject(stream, 403, 'Forbidden')
      }
      if (path === SOCKET_PATHS.synthetic && !isSyntheticPass(base.config, url.searchParams.get('pass') ?? '')) {
        return reject(stream, 401, 'Unauthorized')
      }
      wss.handleUpgrade(request, stream, head, (connection) => {
        const socket = new BoundedSocket(connection)
        sockets.add(socket)
        socket.onClose(() => {
          sockets.delete(socket)
          owners.delete(socket)
        })
        if (path === SOCKET_PATHS.live) {
          return serveLiveSocket(socket, {
            hub,
            authenticate: (access) => readActor({ ctx: base, access }),
            admit(person) {
              const admitted = own(socket, person)
              if (admitted) strangers.leave(stream)
              return admitted
            },
          })
        }
        strangers.leave(stream)
        if (!actor) return serveSyntheticSocket(socket, hub)
        if (!own(socket, actor)) return socket.close(1013, 'Too many connections')
        // Read again now that the registry knows the socket, as `serveLiveSocket` does.
        return void readActor({ ctx: base, access: token })
          .catch(() => null)
          .then((still) => {
            if (!still) return socket.close(4401, 'Session ended')
            if (socket.open) servePlainSocket(socket, hub, parseCursor(url.searchParams.get('since')))
          })
      })
    })().catch((error: unknown) => {
      base.log.warn({ error }, 'upgrade failed')
      stream.destroy()
    })
  })

  hub.on_session((session_id) => {
    if (session_id === null) return void revalidate()
    for (const [socket, actor] of owners) if (actor.session_id === session_id) socket.close(4401, 'Session ended')
  })

  async function revalidate(): Promise<void> {
    const sessions = [...new Set([...owners.values()].map((actor) => actor.session_id))]
    if (sessions.length === 0) return
    try {
      const active = await activeSessions({ ctx: base, input: { sessions } })
      for (const [socket, actor] of owners) if (!active.has(actor.session_id)) socket.close(4401, 'Session ended')
    } catch (error) {
      base.log.warn({ error }, 'sessions could not be checked')
    }
  }

  function ping(): void {
    for (const socket of sockets) socket.ping()
  }
  const timers = [setInterval(ping, PING_EVERY_MS), setInterval(() => void revalidate(), REVALIDATE_EVERY_MS)]

  return {
    count: () => sockets.size,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      for (const socket of sockets) {
        socket.send('{"id":null,"method":"reconnect"}')
        socket.close(1001, 'Restarting')
      }
      await new Promise((resolve) => setTimeout(resolve, sockets.size > 0 ? 200 : 0))
      for (const socket of sockets) socket.terminate()
      wss.close()
    },
  }
}

function parseUrl(request: IncomingMessage): URL | null {
  return URL.parse(request.url ?? '', 'http://internal')
}

/** Ends the connection with the answer: one whose peer stays would not be counted. */
function reject(stream: Duplex, status: number, reason: string): void {
  const answer = `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
  stream.end(answer, () => stream.destroy())
}
