import type { AlertMessage } from '@tvarit/shared/contracts/alerts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { Card } from '../../../components/facts.tsx'
import { Pill, type PillTone } from '../../../components/pill.tsx'
import { formatTime } from '../../../lib/dates.ts'
import { toast } from '../../../lib/toasts.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import styles from './detail.module.css'

const STATE: Record<AlertMessage['state'], { tone: PillTone; label: string }> = {
  pending: { tone: 'grey', label: 'Waiting' },
  sending: { tone: 'brand', label: 'Sending' },
  sent: { tone: 'brand', label: 'Sent' },
  delivered: { tone: 'green', label: 'Delivered' },
  failed: { tone: 'red', label: 'Failed' },
  cancelled: { tone: 'grey', label: 'Cancelled' },
}

/** Who was told what, and whether it arrived: person by message, with provider, attempts, time and error. */
export function MessageTable({ messages, alert_id }: { messages: readonly AlertMessage[]; alert_id: number }) {
  const retry = useMutation(
    trpc.alerts.retryMessage.mutationOptions({
      meta: { errorText: 'The message could not be sent again.' },
      onSuccess: ({ detail }) => toast.success(detail),
      onSettled: () => void queryClient.invalidateQueries(trpc.alerts.get.queryFilter({ id: alert_id })),
    }),
  )
  const failed = messages.filter(({ state }) => state === 'failed').length
  return (
    <Card
      title="Messages to relatives"
      aside={failed > 0 ? <Pill tone="red">{failed === 1 ? '1 failed' : `${failed} failed`}</Pill> : null}
    >
      {messages.length === 0 ? <p className={styles.note}>No messages yet.</p> : null}
      <ul className={styles.messages}>
        {messages.map((message) => (
          <li key={message.id} className={styles.message}>
            <div className={styles.messageWho}>
              <strong>{message.recipient_name ?? message.to_phone}</strong>
              <span className={styles.note}>
                {[message.recipient_relation, words(message.template)].filter(Boolean).join(', ')}
              </span>
            </div>
            <div className={styles.messageState}>
              <Pill tone={STATE[message.state].tone}>{STATE[message.state].label}</Pill>
              {message.uncertain ? <Pill tone="yellow">Perhaps sent twice</Pill> : null}
            </div>
            <div className={styles.messageFacts}>
              <span className="numbers">{message.to_phone}</span>
              <span>{message.provider ?? 'no provider yet'}</span>
              <span>{message.attempts === 1 ? '1 attempt' : `${message.attempts} attempts`}</span>
              <span className="numbers">
                {formatTime(message.delivered_at ?? message.sent_at ?? message.created_at)}
              </span>
            </div>
            {message.last_error && message.state !== 'delivered' ? (
              <p className={styles.messageError}>{message.last_error}</p>
            ) : null}
            {message.state === 'failed' ? (
              <Button
                size="small"
                loading={retry.isPending && retry.variables.message_id === message.id}
                onClick={() => retry.mutate({ message_id: message.id })}
              >
                Retry
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** `relative_alert` -> `relative alert`. */
const words = (template: string): string => template.replaceAll(/[_-]/g, ' ')
