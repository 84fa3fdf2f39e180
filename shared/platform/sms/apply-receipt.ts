import type { Receipt } from './provider.ts'

export type MessageState = 'pending' | 'sending' | 'sent' | 'delivered' | 'failed' | 'cancelled'

/**
 * State of a message after a receipt. Receipts come late, twice and in any order: once a message is sent its state only
 * climbs (sent, failed, delivered), whatever the order of arrival.
 *
 * While we are still trying (pending, sending) a failure is that of an earlier attempt and must not end the later one.
 */
export function applyReceipt(current: MessageState, incoming: Receipt['state']): MessageState {
  if (incoming === 'delivered') return 'delivered'
  if (incoming === 'failed') return current === 'sent' ? 'failed' : current
  return current === 'pending' || current === 'sending' ? 'sent' : current
}
