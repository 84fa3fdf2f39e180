import type { AlertMessage } from '@tvarit/shared/contracts/alerts'
import type { PillTone } from '../../components/pill.tsx'

/** What the state of a message is called on every screen. */
export const MESSAGE_STATE: Record<AlertMessage['state'], { tone: PillTone; label: string }> = {
  pending: { tone: 'grey', label: 'Queued' },
  sending: { tone: 'brand', label: 'Sending' },
  sent: { tone: 'brand', label: 'Sent' },
  ringing: { tone: 'brand', label: 'Ringing' },
  answered: { tone: 'yellow', label: 'Answered, not confirmed' },
  no_answer: { tone: 'red', label: 'No answer' },
  busy: { tone: 'red', label: 'Busy' },
  read: { tone: 'green', label: 'Read' },
  confirmed: { tone: 'green', label: 'Confirmed' },
  delivered: { tone: 'green', label: 'Delivered' },
  failed: { tone: 'red', label: 'Failed' },
  cancelled: { tone: 'grey', label: 'Cancelled' },
}
