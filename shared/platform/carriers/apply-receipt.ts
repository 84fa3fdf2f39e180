import type { MessageState } from '../../contracts/messages.ts'
import type { Receipt } from './provider.ts'

/** Further along the way of a message; states that exclude each other stand on one level. */
const LEVEL: Record<MessageState, number> = {
  pending: 0,
  sending: 0,
  cancelled: 0,
  sent: 1,
  ringing: 2,
  failed: 3,
  no_answer: 3,
  busy: 3,
  answered: 4,
  delivered: 4,
  read: 5,
  confirmed: 6,
}

/**
 * State of a message after a receipt. Receipts come late, twice and in any order: once a message is sent its state only
 * moves up, whatever the order of arrival.
 *
 * While we are still trying (pending, sending) a failure is that of an earlier attempt and must not end the later one. A
 * phone that rang in vain was called, so then the call is not placed again.
 */
export function applyReceipt(current: MessageState, incoming: Receipt['state']): MessageState {
  if (LEVEL[current] === 0 && incoming === 'failed') return current
  if (current === 'cancelled' && incoming === 'sent') return current
  return LEVEL[incoming] > LEVEL[current] ? incoming : current
}
