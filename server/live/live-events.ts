import type { LiveEvent } from '@tvarit/shared/contracts/alerts'
import { tracked } from '@trpc/server'
import type { LiveHub, SharedEvent } from './live-hub.ts'

/** A reader this far behind is let go; it comes back with its cursor. */
const MOST_WAITING = 1_000

/**
 * `alerts.live` as an async generator, for clients that use server-sent events. Screens on the WebSocket get the same
 * events from the same hub without one generator each (see live-socket.ts).
 */
export async function* liveEvents(hub: LiveHub, cursor: string | null, signal: AbortSignal | undefined) {
  const waiting: SharedEvent[] = []
  let wake = () => {}
  const stop = hub.subscribe(
    {
      push(events) {
        waiting.push(...events)
        wake()
      },
    },
    parseCursor(cursor),
  )
  signal?.addEventListener('abort', () => wake(), { once: true })
  try {
    while (!signal?.aborted && waiting.length <= MOST_WAITING) {
      const next = waiting.shift()
      if (next) yield tracked<LiveEvent>(String(next.seq), next.event)
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    stop()
  }
}

/** A cursor is a seq in decimal; anything else counts as none and is answered with a snapshot. */
export function parseCursor(text: string | null | undefined): number | null {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : null
}
