import type { WebSocket } from 'ws'
import type { LiveEvent } from '@tvarit/shared/contracts/alerts'
import type { LiveHub, SharedEvent } from './live-hub.ts'
import { MOST_BUFFERED } from './live-socket.ts'

/**
 * `/ws/alerts/?token=ACCESS`: the plain WebSocket of the specification. Sends `{type: 'new_alert', payload}` for each
 * new alert; on connecting without `since` also for each that is still pending. `payload.seq` is the cursor to give as
 * `since` when coming back.
 */
export function servePlainSocket(socket: WebSocket, hub: LiveHub, since: number | null): void {
  const stop = hub.subscribe({ push: (event) => send(socket, event) }, since)
  socket.on('close', stop)
  socket.on('message', () => {}) // nothing is expected; oversize frames are refused by the server's limit
}

function send(socket: WebSocket, event: SharedEvent): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MOST_BUFFERED) return socket.terminate()
  if (event.event.type === 'snapshot') {
    for (const alert of event.event.alerts) socket.send(JSON.stringify(newAlert(event.seq, alert)))
    return
  }
  const { kind, alert } = event.event
  if (kind !== 'raised') return
  socket.send(
    event.frame('new_alert', () => JSON.stringify(newAlert(event.seq, alert))),
    { binary: false },
  )
}

type Card = Extract<LiveEvent, { type: 'alert' }>['alert']

/** `user` is never null here: clients of the specification read its names. */
function newAlert(seq: number, alert: Card) {
  const user = alert.user ?? { id: null, first_name: 'Unregistered', last_name: 'sticker', phone_number: '' }
  return { type: 'new_alert', payload: { ...alert, user, seq } }
}
