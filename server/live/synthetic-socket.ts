import type { BoundedSocket } from './bounded-socket.ts'
import type { LiveHub, SharedEvent } from './live-hub.ts'
import { textFrame } from './text-frame.ts'

/**
 * `/ws/synthetic`: what the worker's synthetic scan looks at instead of a screen. The same hub, the same frames, but the
 * id of synthetic alerts only, so that whoever got hold of a pass learns nothing.
 */
export function serveSyntheticSocket(socket: BoundedSocket, hub: LiveHub): void {
  socket.onClose(hub.subscribeSynthetic({ push: (events) => socket.sendFrames(events.flatMap(framesOf)) }))
}

function framesOf({ event }: SharedEvent): Buffer[] {
  return event.type === 'alert' ? [textFrame(JSON.stringify({ alert_id: event.alert.id }))] : []
}
