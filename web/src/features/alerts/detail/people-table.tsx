import type { AlertDetail, AlertMessage, AlertPerson } from '@tvarit/shared/contracts/alerts'
import { indianTime } from '@tvarit/shared/contracts/indian-time'
import { dialled, spokenPhone } from '@tvarit/shared/contracts/phone-numbers'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Card } from '../../../components/card.tsx'
import { type Column, DataTable } from '../../../components/list/data-table.tsx'
import { PhoneLink } from '../../../components/phone-link.tsx'
import { Pill } from '../../../components/pill.tsx'
import { toast } from '../../../lib/toasts.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { useNow } from '../../../lib/use-now.ts'
import { MESSAGE_STATE } from '../message-state.ts'
import { CALL_OUTCOME, CallDialog } from './call-dialog.tsx'
import { ladderStep } from './ladder-step.ts'
import { OCCASIONS, ofPerson } from './message-groups.ts'
import styles from './people-table.module.css'

/** Who was told what, and whether it arrived: person by occasion; and who was called by phone. */
export function PeopleTable({ alert }: { alert: AlertDetail }) {
  const [calling, setCalling] = useState<AlertPerson | null>(null)
  const { people, messages } = alert
  const now = useNow()
  const missed = people.filter((person) => ladderStep(person, now).not_reached).length
  const failed = messages.filter(({ state }) => state === 'failed').length
  const trouble = missed > 0 ? `${missed} not reached` : failed > 0 ? `${failed} failed` : null
  const columns: Column<AlertPerson>[] = [
    {
      title: 'Person',
      main: true,
      render: (person) => <Who person={person} now={now} onCall={() => setCalling(person)} />,
    },
    ...OCCASIONS.map(([title, templates]) => ({
      title,
      narrow: true as const,
      render: (person: AlertPerson) => <Told alert_id={alert.id} messages={ofPerson(messages, person, templates)} />,
    })),
  ]
  return (
    <Card title="Who was told" aside={trouble ? <Pill tone="red">{trouble}</Pill> : null}>
      {people.length === 0 ? (
        <p className="soft">
          {alert.drill
            ? 'No relatives are notified of a drill.'
            : alert.user
              ? 'There is nobody to tell: no relatives are known.'
              : 'Nobody has registered this sticker: no relatives are known.'}
        </p>
      ) : (
        <DataTable
          label="Who was told"
          size="middle"
          columns={columns}
          rows={people.map((person) => ({ ...person, id: person.key }))}
          empty={null}
        />
      )}
      {calling ? <CallDialog alert_id={alert.id} person={calling} onClose={() => setCalling(null)} /> : null}
    </Card>
  )
}

function Who({ person, now, onCall }: { person: AlertPerson; now: number; onCall: () => void }) {
  const { name, relation, phone, calls } = person
  const [last] = calls
  const { tone, label, not_reached } = ladderStep(person, now)
  return (
    <>
      <span className={styles.name}>{name ?? (phone ? spokenPhone(phone) : 'Unknown')}</span>
      <span className={`soft ${styles.relation}`}>{relation}</span>
      {label ? (
        <span className={styles.ladder}>
          <Pill tone={tone}>{label}</Pill>
        </span>
      ) : null}
      {phone ? (
        <span className={styles.actions}>
          {not_reached ? (
            <Button danger type="primary" size="small" href={dialled(phone)} aria-label={`Call ${name ?? phone}`}>
              Call
            </Button>
          ) : null}
          <PhoneLink phone={phone} />
          <Button size="small" aria-label={`Called by phone: ${name ?? phone}`} onClick={onCall}>
            Called by phone
          </Button>
        </span>
      ) : null}
      {last ? (
        <span className={styles.call}>
          {CALL_OUTCOME[last.outcome]}, {indianTime(last.at)}
          {last.by ? ` by ${last.by}` : ''}
          {calls.length > 1 ? ` (${calls.length} calls)` : ''}
          {last.note ? <span className="soft">{last.note}</span> : null}
        </span>
      ) : null}
    </>
  )
}

/** The last messages and calls of an occasion, newest last; earlier ones are on the timeline. */
function Told({ alert_id, messages }: { alert_id: number; messages: readonly AlertMessage[] }) {
  if (messages.length === 0) return <span className={styles.none}>-</span>
  return (
    <ul className={styles.told}>
      {messages.slice(-SHOWN).map((message) => (
        <li key={message.id}>
          <Sent alert_id={alert_id} message={message} />
        </li>
      ))}
    </ul>
  )
}

/** A whole ladder. */
const SHOWN = 4

function Sent({ alert_id, message }: { alert_id: number; message: AlertMessage }) {
  const retry = useMutation(
    trpc.alerts.retryMessage.mutationOptions({
      meta: { errorText: 'The message could not be sent again.' },
      onSuccess: ({ detail }) => toast.success(detail),
      onSettled: () => void queryClient.invalidateQueries(trpc.alerts.get.queryFilter({ id: alert_id })),
    }),
  )
  const { tone, label } = MESSAGE_STATE[message.state]
  const at = message.confirmed_at ?? message.delivered_at ?? message.sent_at ?? message.created_at
  return (
    <>
      <span className={styles.channel}>{CHANNELS[message.channel]}</span>
      <Pill tone={tone}>{label}</Pill>
      {message.uncertain ? <Pill tone="yellow">Perhaps twice</Pill> : null}
      <span className="soft">
        {indianTime(at)}
        {message.provider ? `, ${message.provider}` : ''}
      </span>
      {message.last_error && (message.state === 'failed' || message.state === 'pending') ? (
        <span className={message.state === 'failed' ? styles.error : 'soft'}>{message.last_error}</span>
      ) : null}
      {message.state === 'failed' ? (
        <Button size="small" loading={retry.isPending} onClick={() => retry.mutate({ message_id: message.id })}>
          Retry
        </Button>
      ) : null}
    </>
  )
}

const CHANNELS: Record<AlertMessage['channel'], string> = {
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  voice: 'Call',
  email: 'E-mail',
}
