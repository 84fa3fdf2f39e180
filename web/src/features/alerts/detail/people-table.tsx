import type { AlertDetail, AlertMessage, AlertPerson } from '@tvarit/shared/contracts/alerts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Card } from '../../../components/card.tsx'
import { Pill } from '../../../components/pill.tsx'
import { formatTime } from '../../../lib/dates.ts'
import { toast } from '../../../lib/toasts.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { MESSAGE_STATE } from '../message-state.ts'
import { CALL_OUTCOME, CallDialog } from './call-dialog.tsx'
import { OCCASIONS, ofPerson } from './message-groups.ts'
import styles from './people-table.module.css'

/** Who was told what, and whether it arrived: person by occasion; and who was called by phone. */
export function PeopleTable({ alert }: { alert: AlertDetail }) {
  const [calling, setCalling] = useState<AlertPerson | null>(null)
  const { people, messages } = alert
  const failed = messages.filter(({ state }) => state === 'failed').length
  return (
    <Card
      title="Who was told"
      aside={failed > 0 ? <Pill tone="red">{failed === 1 ? '1 failed' : `${failed} failed`}</Pill> : null}
    >
      {people.length === 0 ? (
        <p className={styles.soft}>
          {alert.user
            ? 'There is nobody to tell: no relatives are known.'
            : 'Nobody has registered this sticker: no relatives are known.'}
        </p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Person</th>
              {OCCASIONS.map(([occasion]) => (
                <th key={occasion} scope="col">
                  {occasion}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <tr key={person.key}>
                <th scope="row">
                  <Who person={person} onCall={() => setCalling(person)} />
                </th>
                {OCCASIONS.map(([occasion, templates]) => (
                  <td key={occasion} data-label={occasion}>
                    <Told alert_id={alert.id} messages={ofPerson(messages, person, templates)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {calling ? <CallDialog alert_id={alert.id} person={calling} onClose={() => setCalling(null)} /> : null}
    </Card>
  )
}

function Who({ person, onCall }: { person: AlertPerson; onCall: () => void }) {
  const { name, relation, phone, calls } = person
  const [last] = calls
  return (
    <>
      <span className={styles.name}>{name ?? phone ?? 'Unknown'}</span>
      <span className={styles.soft}>{relation}</span>
      {phone ? (
        <span className={styles.actions}>
          <a className="numbers" href={`tel:+91${phone}`}>
            {phone}
          </a>
          <Button size="small" aria-label={`Called by phone: ${name ?? phone}`} onClick={onCall}>
            Called by phone
          </Button>
        </span>
      ) : null}
      {last ? (
        <span className={styles.call}>
          {CALL_OUTCOME[last.outcome]}, {formatTime(last.at)}
          {last.by ? ` by ${last.by}` : ''}
          {calls.length > 1 ? ` (${calls.length} calls)` : ''}
          {last.note ? <span className={styles.soft}>{last.note}</span> : null}
        </span>
      ) : null}
    </>
  )
}

/** The newest message of an occasion; earlier ones (another ambulance, another hospital) are on the timeline. */
function Told({ alert_id, messages }: { alert_id: number; messages: readonly AlertMessage[] }) {
  const message = messages.at(-1)
  const retry = useMutation(
    trpc.alerts.retryMessage.mutationOptions({
      meta: { errorText: 'The message could not be sent again.' },
      onSuccess: ({ detail }) => toast.success(detail),
      onSettled: () => void queryClient.invalidateQueries(trpc.alerts.get.queryFilter({ id: alert_id })),
    }),
  )
  if (!message) {
    return <span className={styles.none}>-</span>
  }
  const { tone, label } = MESSAGE_STATE[message.state]
  return (
    <div className={styles.told}>
      <Pill tone={tone}>{label}</Pill>
      {message.uncertain ? <Pill tone="yellow">Perhaps twice</Pill> : null}
      <span className={styles.soft}>
        {formatTime(message.delivered_at ?? message.sent_at ?? message.created_at)}
        {message.provider ? `, ${message.provider}` : ''}
        {message.to_email ? ', by e-mail' : ''}
        {messages.length > 1 ? `, ${messages.length} messages` : ''}
      </span>
      {message.last_error && message.state !== 'delivered' ? (
        <span className={message.state === 'failed' ? styles.error : styles.soft}>{message.last_error}</span>
      ) : null}
      {message.state === 'failed' ? (
        <Button size="small" loading={retry.isPending} onClick={() => retry.mutate({ message_id: message.id })}>
          Retry
        </Button>
      ) : null}
    </div>
  )
}
