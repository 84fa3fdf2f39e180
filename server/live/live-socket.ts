import { liveInput } from '@tvarit/shared/contracts/alerts'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import type { Actor } from '@tvarit/shared/platform/context'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import type { LiveHub, SharedEvent } from './live-hub.ts'
import { parseCursor } from './parse-cursor.ts'

/** A screen that has this many bytes waiting is let go; it comes back with its cursor and misses nothing. */
export const MOST_BUFFERED = 1_000_000
/** Between opening and credentials, and again between those and the first subscription. */
const AUTH_DEADLINE_MS = 5_000

const connectionParams = z.object({
  method: z.literal('connectionParams'),
  data: z.object({ token: z.string().max(2_000) }),
})
const request = z.object({
  id: z.union([z.number().int(), z.string().max(40)]),
  method: z.enum(['subscription', 'subscription.stop', 'query', 'mutation']),
  params: z
    .object({
      path: z.string().max(100).optional(),
      input: z.unknown().optional(),
      lastEventId: z.string().max(20).nullish(),
    })
    .optional(),
})

interface Options {
  hub: LiveHub
  /** The connection beneath the socket, for whole frames. */
  stream: Duplex
  authenticate(token: string): Promise<Actor | null>
  /** Tells the registry of sockets whose this is; false when the person has too many open. */
  admit(actor: Actor): boolean
}

/**
 * `alerts.live` over a WebSocket, in the wire format of tRPC's own client (wsLink): connection parameters first, then
 * the subscription, each event as a tracked data message. Written by hand because one generator and one promise chain
 * per screen cost more than the sending itself; here an event is serialised once for all screens (see
 * docs/decisions/003-live-fan-out.md). Queries and mutations are refused: they go over HTTP.
 */
export function serveLiveSocket(socket: WebSocket, options: Options): void {
  let token: string | null = null
  const subscriptions = new Map<string, () => void>()
  const close = () => socket.close(4408, 'No credentials in time')
  let deadline = setTimeout(close, AUTH_DEADLINE_MS)
  const reply = (message: object) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message))

  socket.on('message', (data, isBinary) => {
    if (isBinary) return socket.close(1003, 'Text only')
    const text = (data as Buffer).toString()
    if (text === 'PING') return socket.send('PONG')
    if (text === 'PONG') return
    const message = parseJson(text)
    if (token === null) {
      const parsed = connectionParams.safeParse(message)
      if (!parsed.success) return socket.close(4401, 'No credentials')
      clearTimeout(deadline)
      deadline = setTimeout(close, AUTH_DEADLINE_MS)
      token = parsed.data.data.token
      return
    }
    const parsed = request.safeParse(Array.isArray(message) && message.length === 1 ? message[0] : message)
    if (!parsed.success) return socket.close(1008, 'Not understood')
    void handle(parsed.data, token)
  })
  socket.on('close', () => {
    clearTimeout(deadline)
    for (const stop of subscriptions.values()) stop()
    subscriptions.clear()
  })

  async function handle(message: z.infer<typeof request>, token: string): Promise<void> {
    const { id } = message
    const key = JSON.stringify(id)
    if (message.method === 'subscription.stop') {
      subscriptions.get(key)?.()
      subscriptions.delete(key)
      reply({ id, result: { type: 'stopped' } })
      return
    }
    const path = message.params?.path
    if (message.method !== 'subscription' || path !== 'alerts.live') {
      reply(refusal(id, path, -32004, 'NOT_FOUND', 404, 'Only alerts.live is served here.'))
      return
    }
    const identify = () => options.authenticate(token).catch(() => null)
    const expired = () => reply(refusal(id, path, -32001, 'UNAUTHORIZED', 401, TEXTS.session_expired))
    const person = await identify()
    if (!person) return void expired()
    if (scopeOf('alerts.live', person.role) !== 'all' || !options.admit(person)) {
      reply(refusal(id, path, -32003, 'FORBIDDEN', 403, 'You do not have permission to do this.'))
      return
    }
    // Read again now that the registry knows the socket: a session that ended before is seen here, one that ends later
    // closes it.
    if ((await identify())?.role !== person.role) return void expired()
    if (socket.readyState !== socket.OPEN) return
    if (subscriptions.size > 0) {
      reply(refusal(id, path, -32600, 'BAD_REQUEST', 400, 'One subscription carries everything.'))
      return
    }
    clearTimeout(deadline)
    reply({ id, result: { type: 'started' } })
    const push = (events: readonly SharedEvent[]) => sendFrames(socket, options.stream, framesOf(events, key))
    subscriptions.set(key, options.hub.subscribe({ push }, cursorOf(message)))
  }
}

/** The client's own resume wins over the cursor a screen was opened with. */
function cursorOf(message: z.infer<typeof request>): number | null {
  const opened = liveInput.safeParse(message.params?.input)
  return parseCursor(message.params?.lastEventId ?? (opened.success ? opened.data?.lastEventId : null))
}

const framesOf = (events: readonly SharedEvent[], key: string): Buffer[] =>
  events.map((event) =>
    event.frame(key, (json) => {
      const seq = `"${event.seq}"`
      return `{"id":${key},"result":{"type":"data","id":${seq},"data":{"id":${seq},"data":${json}}}}`
    }),
  )

/**
 * Writes ready-made frames in one go, past the library, which would write the head and the body of each apart. They
 * cannot mix with the library's own: without compression and fragments it too writes whole frames only.
 */
export function sendFrames(socket: WebSocket, stream: Duplex, frames: readonly Buffer[]): void {
  if (socket.readyState !== socket.OPEN) return
  if (stream.writableLength > MOST_BUFFERED) return socket.terminate()
  if (frames.length === 1) return void stream.write(frames[0])
  stream.cork()
  for (const frame of frames) stream.write(frame)
  stream.uncork()
}

function refusal(
  id: number | string,
  path: string | undefined,
  code: number,
  name: string,
  status: number,
  detail: string,
) {
  return { id, error: { message: detail, code, data: { code: name, httpStatus: status, path, body: { detail } } } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
