import type { AppRouter } from '@tvarit/server/routers/app-router'
import type { LiveEvent } from '@tvarit/shared/contracts/alerts'
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import { WebSocket } from 'ws'
import { retryDelay } from '../../web/src/features/alerts/live/keep-alive.ts'

/** A screen with the unchanged tRPC client and the web client's delays; each attempt goes to the next server. */
export function openStockScreen(urls: string[], token: string, on_event: (event: LiveEvent) => void): () => void {
  class BrowserSocket extends WebSocket {
    constructor(address: string) {
      super(address, { origin: new URL(address).origin.replace('ws', 'http') })
    }
  }
  let attempts = 0
  const client = createWSClient({
    url: () => `${urls[attempts++ % urls.length]!.replace('http', 'ws')}/trpc-ws`,
    WebSocket: BrowserSocket as unknown as typeof globalThis.WebSocket,
    connectionParams: () => ({ token }),
    retryDelayMs: (attempt) => retryDelay(attempt + 1),
  })
  const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client })] })
  trpc.alerts.live.subscribe(undefined, {
    onData: (message) => on_event(message.data),
    onError: (error) => console.error('a screen with the stock client ended:', error.message),
    onComplete: () => console.error('a screen with the stock client was completed'),
  })
  return () => void client.close()
}
