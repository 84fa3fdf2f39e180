import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { LiveHub, SharedEvent } from './live-hub.ts'
import { sendFrames } from './live-socket.ts'
import { textFrame } from './text-frame.ts'

/**
 * `/ws/synthetic`: what the worker's synthetic scan looks at instead of a screen. The same hub, the same frames, but the
 * id of synthetic alerts only, so that whoever got hold of a pass learns nothing.
 */
export function serveSyntheticSocket(socket: WebSocket, stream: Duplex, hub: LiveHub): void {
  const stop = hub.subscribeSynthetic({ push: (events) => sendFrames(socket, stream, events.flatMap(framesOf)) })
  socket.on('close', stop)
  socket.on('message', () => {}) // nothing is expected
}

function framesOf({ event }: SharedEvent): Buffer[] {
  return event.type === 'alert' ? [textFrame(JSON.stringify({ alert_id: event.alert.id }))] : []
}
