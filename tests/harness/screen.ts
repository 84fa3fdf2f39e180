import type { LiveEvent } from '@tvarit/shared/contracts/alerts'
import type { AppRouter } from '@tvarit/server/routers/app-router'
import { createTRPCClient, createWSClient, type TRPCClientError, wsLink } from '@trpc/client'
import { WebSocket } from 'ws'
import { KEEP_ALIVE } from '../../web/src/features/alerts/live/keep-alive.ts'
import { until } from './until.ts'

export interface Screen {
  events: LiveEvent[]
  /** Alert ids seen as raised, or open in a snapshot. Later changes do not count: an alert may come too late. */
  alertIds(): Set<number>
  /** The newest version of an alert this console knows of. */
  latest(id: number): Extract<LiveEvent, { type: 'alert' }>['alert'] | undefined
  error: TRPCClientError<AppRouter> | null
  opens: number
  close(): Promise<void>
}

/**
 * A call-centre console: the stock tRPC client with its own reconnection, as the browser uses it. `origin` is the page's,
 * where that is not `url`; with `again_ms` it waits so long before it connects again, and
 * a subscription that has ended is started again without a cursor, as the web client does.
 */
export function openScreen(
  url: string,
  access: string,
  cursor?: string,
  origin = new URL(url).origin,
  again_ms?: number,
): Screen {
  class BrowserSocket extends WebSocket {
    constructor(address: string) {
      super(address, { origin })
    }
  }
  const events: LiveEvent[] = []
  let closed = false
  const screen: Screen = {
    events,
    opens: 0,
    error: null,
    alertIds: () =>
      new Set(
        events.flatMap((event) => {
          if (event.type === 'snapshot') return event.alerts.map(({ id }) => id)
          return event.kind === 'raised' ? [event.alert.id] : []
        }),
      ),
    latest(id) {
      const cards = events.flatMap((event) => (event.type === 'snapshot' ? event.alerts : [event.alert]))
      return cards.filter((card) => card.id === id).toSorted((a, b) => b.version - a.version)[0]
    },
    close: () => {
      closed = true
      return Promise.resolve(client.close()).then(() => {})
    },
  }
  const client = createWSClient({
    url: `${url.replace('http', 'ws')}/trpc-ws`,
    WebSocket: BrowserSocket as unknown as typeof globalThis.WebSocket,
    connectionParams: () => ({ token: access }),
    keepAlive: KEEP_ALIVE,
    retryDelayMs: () => (again_ms ?? 50) * (1 + Math.random()),
    onOpen: () => (screen.opens += 1),
  })
  const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client })] })
  const subscribe = (lastEventId?: string) => {
    const again = () => {
      if (again_ms && !closed) setTimeout(subscribe, again_ms)
    }
    trpc.alerts.live.subscribe(lastEventId ? { lastEventId } : undefined, {
      onData: (message) => events.push(message.data),
      onError: (error) => {
        screen.error = error
        again()
      },
      onComplete: again,
    })
  }
  subscribe(cursor)
  return screen
}

export const isLive = (screen: Screen) => until('the screen is live', () => screen.events.length > 0)
