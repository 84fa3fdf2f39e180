import type { BoundedSocket } from './bounded-socket.ts'
import type { LiveHub, SharedEvent } from './live-hub.ts'

/**
 * `/ws/synthetic`: the socket of the worker's synthetic scan. The same hub and the same messages, but only the id of
 * synthetic alerts, so that a stolen pass reveals nothing.
 */
export function serveSyntheticSocket(socket: BoundedSocket, hub: LiveHub): void {
  socket.onClose(hub.subscribeSynthetic({ push: (events) => socket.sendTexts(events.flatMap(textsOf)) }))
}

function textsOf({ event }: SharedEvent): Buffer[] {
  return event.type === 'alert' ? [Buffer.from(JSON.stringify({ alert_id: event.alert.id }))] : []
}
