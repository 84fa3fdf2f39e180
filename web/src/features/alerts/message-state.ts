import type { AlertMessage } from '@tvarit/shared/contracts/alerts'
import type { PillTone } from '../../components/pill.tsx'

/** What the state of a message is called on every screen. */
export const MESSAGE_STATE: Record<AlertMessage['state'], { tone: PillTone; label: string }> = {
  pending: { tone: 'grey', label: 'Queued' },
  sending: { tone: 'brand', label: 'Sending' },
  sent: { tone: 'brand', label: 'Sent' },
  delivered: { tone: 'green', label: 'Delivered' },
  failed: { tone: 'red', label: 'Failed' },
  cancelled: { tone: 'grey', label: 'Cancelled' },
}
