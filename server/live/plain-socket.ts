import type { LiveEvent } from '@tvarit/shared/contracts/alerts'
import type { BoundedSocket } from './bounded-socket.ts'
import type { LiveHub, SharedEvent } from './live-hub.ts'

/**
 * `/ws/alerts/?token=ACCESS`: the plain WebSocket of the specification. Sends `{type: 'new_alert', payload}` for each
 * new alert; on connecting without `since` also for each that is still pending. `payload.seq` is the cursor to give as
 * `since` when coming back.
 */
export function servePlainSocket(socket: BoundedSocket, hub: LiveHub, since: number | null): void {
  socket.onClose(hub.subscribe({ push: (events) => socket.sendTexts(events.flatMap(textsOf)) }, since))
}

function textsOf(event: SharedEvent): Buffer[] {
  if (event.event.type === 'snapshot') {
    const { seq, alerts } = event.event
    return alerts.map((alert) => Buffer.from(JSON.stringify(newAlert(seq, alert))))
  }
  const { seq, kind, alert } = event.event
  return kind === 'raised' ? [event.text('new_alert', () => JSON.stringify(newAlert(seq, alert)))] : []
}

type Card = Extract<LiveEvent, { type: 'alert' }>['alert']

/** `user` is never null here: clients of the specification read its names. */
function newAlert(seq: number, alert: Card) {
  const nobody = alert.drill
    ? { first_name: 'Drill', last_name: '' }
    : { first_name: 'Unregistered', last_name: 'sticker' }
  const user = alert.user ?? { id: null, ...nobody, phone_number: '' }
  return { type: 'new_alert', payload: { ...alert, user, seq } }
}
