import { liveInput } from '@tvarit/shared/contracts/alerts'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import type { Actor } from '@tvarit/shared/platform/context'
import { z } from 'zod'
import type { BoundedSocket } from './bounded-socket.ts'
import type { LiveHub, SharedEvent } from './live-hub.ts'
import { parseCursor } from './parse-cursor.ts'

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
  authenticate(token: string): Promise<Actor | null>
  /** Counts this socket for its user; false when the user has too many open. */
  admit(actor: Actor): boolean
}

type Why = [code: number, name: string, status: number, detail: string]
const EXPIRED: Why = [-32001, 'UNAUTHORIZED', 401, TEXTS.session_expired]
const NOT_ALLOWED: Why = [-32003, 'FORBIDDEN', 403, 'You do not have permission to do this.']
/** Not forever: sockets that a broken network left behind are gone within a minute. */
const TOO_MANY: Why = [-32029, 'TOO_MANY_REQUESTS', 429, 'This account has too many consoles open.']

/**
 * `alerts.live` over a WebSocket, in the wire format of tRPC's own client (wsLink): connection parameters first, then
 * the subscription, each event as a tracked data message. Here an event is serialised once
 * for all consoles (docs/decisions/003-live-feed-and-query-plans.md). Queries and mutations are rejected: they go over HTTP.
 *
 * Before the token is checked only the connection parameters are parsed. While it is checked nothing is read; of what
 * came in one piece with them one message is kept unparsed. When the token is rejected that one is answered.
 */
export function serveLiveSocket(socket: BoundedSocket, { hub, authenticate, admit }: Options): void {
  let token: string | null = null
  let held: string | null = null
  /** The user of the token, or why it is rejected; null until it was checked. */
  let checked: Actor | Why | null = null
  let subscription: { key: string; stop(): void } | null = null
  const close = () => socket.close(4408, 'No credentials in time')
  let deadline = setTimeout(close, AUTH_DEADLINE_MS)
  const reply = (message: object) => socket.send(JSON.stringify(message))

  socket.onMessage((text) => {
    if (checked) return take(text, checked)
    if (token === null) {
      const parsed = connectionParams.safeParse(parseJson(text))
      if (!parsed.success) return socket.cut(4401, 'No credentials')
      clearTimeout(deadline)
      deadline = setTimeout(close, AUTH_DEADLINE_MS)
      token = parsed.data.data.token
      socket.pause()
      return void check(token)
    }
    if (held !== null) return socket.cut(1008, 'Too many messages before the token is known')
    held = text
  })
  socket.onClose(() => {
    clearTimeout(deadline)
    subscription?.stop()
    subscription = null
  })

  async function check(token: string): Promise<void> {
    const person = await authenticate(token).catch(() => null)
    if (!socket.open) return
    if (!person) checked = EXPIRED
    else if (scopeOf('alerts.live', person.role) !== 'all') checked = NOT_ALLOWED
    else checked = admit(person) ? person : TOO_MANY
    socket.resume()
    if (held !== null) take(held, checked)
  }

  function take(text: string, whose: Actor | Why): void {
    const person = Array.isArray(whose) ? null : whose
    if (person && text === 'PING') return socket.send('PONG')
    if (person && text === 'PONG') return
    const message = parseJson(text)
    const parsed = request.safeParse(Array.isArray(message) && message.length === 1 ? message[0] : message)
    if (!parsed.success) return socket.cut(1008, 'Not understood')
    if (person) return void handle(parsed.data, person)
    reply(rejection(parsed.data.id, parsed.data.params?.path, ...(whose as Why)))
    socket.close(4401, 'No credentials')
  }

  async function handle(message: z.infer<typeof request>, person: Actor): Promise<void> {
    const { id } = message
    const key = JSON.stringify(id)
    if (message.method === 'subscription.stop') {
      if (subscription?.key === key) {
        subscription.stop()
        subscription = null
      }
      reply({ id, result: { type: 'stopped' } })
      return
    }
    const path = message.params?.path
    if (message.method !== 'subscription' || path !== 'alerts.live') {
      reply(rejection(id, path, -32004, 'NOT_FOUND', 404, 'Only alerts.live is served here.'))
      return
    }
    // Read again now that the registry knows the socket: a session that ended before is seen here, one that ends later
    // closes it.
    const still = await authenticate(token!).catch(() => null)
    if (!socket.open) return
    if (still?.role !== person.role) return reply(rejection(id, path, ...EXPIRED))
    if (subscription) {
      reply(rejection(id, path, -32600, 'BAD_REQUEST', 400, 'One subscription carries everything.'))
      return
    }
    clearTimeout(deadline)
    reply({ id, result: { type: 'started' } })
    const push = (events: readonly SharedEvent[]) => socket.sendTexts(textsOf(events, key))
    subscription = { key, stop: hub.subscribe({ push }, cursorOf(message)) }
  }
}

/** The client's own resume wins over the cursor a console was opened with. */
function cursorOf(message: z.infer<typeof request>): number | null {
  const opened = liveInput.safeParse(message.params?.input)
  return parseCursor(message.params?.lastEventId ?? (opened.success ? opened.data?.lastEventId : null))
}

const textsOf = (events: readonly SharedEvent[], key: string): Buffer[] =>
  events.map((event) =>
    event.text(key, (json) => {
      const seq = `"${event.seq}"`
      return `{"id":${key},"result":{"type":"data","id":${seq},"data":{"id":${seq},"data":${json}}}}`
    }),
  )

function rejection(
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
