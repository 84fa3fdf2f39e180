import type { AlertDetail, AlertMessage, AlertPerson } from '@tvarit/shared/contracts/alerts'
import { indianTime } from '@tvarit/shared/contracts/indian-time'
import { dialled, spokenPhone } from '@tvarit/shared/contracts/phone-numbers'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Card } from '../../../components/card.tsx'
import { PhoneLink } from '../../../components/phone-link.tsx'
import { Pill } from '../../../components/pill.tsx'
import { toast } from '../../../lib/toasts.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { useNow } from '../../../lib/use-now.ts'
import { MESSAGE_STATE } from '../message-state.ts'
import { CALL_OUTCOME, CallDialog } from './call-dialog.tsx'
import { ladderStep } from './ladder-step.ts'
import styles from './people-list.module.css'

/** Who was notified, one line a person; what was sent to a person is below the line when it is asked for. */
export function PeopleList({ alert }: { alert: AlertDetail }) {
  const [calling, setCalling] = useState<AlertPerson | null>(null)
  const { people, messages } = alert
  const now = useNow()
  const missed = people.filter((person) => ladderStep(person, now).not_reached).length
  const failed = messages.filter(({ state }) => state === 'failed').length
  const trouble = missed > 0 ? `${missed} not reached` : failed > 0 ? `${failed} failed` : null
  return (
    <Card title="Who was notified" aside={trouble ? <Pill tone="red">{trouble}</Pill> : null}>
      {people.length === 0 ? (
        <p className="soft">
          {alert.drill
            ? 'No relatives are notified of a drill.'
            : alert.user
              ? 'No relatives are known.'
              : 'Nobody has registered this sticker: no relatives are known.'}
        </p>
      ) : (
        <ul>
          {people.map((person) => (
            <Person
              key={person.key}
              alert_id={alert.id}
              person={person}
              messages={messages.filter(({ id }) => person.message_ids.includes(id))}
              now={now}
              onCall={() => setCalling(person)}
            />
          ))}
        </ul>
      )}
      {calling ? <CallDialog alert_id={alert.id} person={calling} onClose={() => setCalling(null)} /> : null}
    </Card>
  )
}

interface PersonProps {
  alert_id: number
  person: AlertPerson
  /** Oldest first. */
  messages: readonly AlertMessage[]
  now: number
  onCall: () => void
}

function Person({ alert_id, person, messages, now, onCall }: PersonProps) {
  const { relation, phone, calls } = person
  const name = person.name ?? (phone ? spokenPhone(phone) : 'Unknown')
  const { tone, label, not_reached } = ladderStep(person, now)
  // What failed or was answered is in sight.
  const [chosen, setOpen] = useState<boolean | null>(null)
  const open = chosen ?? (calls.length > 0 || messages.some(({ state }) => state === 'failed'))
  const newest = new Map(messages.map((message) => [message.channel, message]))
  return (
    <li className={styles.person}>
      <div className={`row gap-s ${styles.line}`}>
        <span className={styles.who}>
          <span className="strong">{name}</span> <span className="soft">{relation}</span>
        </span>
        {label ? <Pill tone={tone}>{label}</Pill> : null}
        <span className={styles.channels}>
          {[...newest.values()].map(({ channel, state }) => (
            <span key={channel} className={styles.channel}>
              <ChannelIcon channel={channel} />
              <Pill tone={MESSAGE_STATE[state].tone}>{MESSAGE_STATE[state].label}</Pill>
            </span>
          ))}
        </span>
        {messages.length + calls.length > 0 ? (
          <Button
            type="text"
            size="small"
            aria-expanded={open}
            aria-label={`Messages to ${name}`}
            onClick={() => setOpen(!open)}
          >
            {open ? '▴' : '▾'}
          </Button>
        ) : null}
        {phone ? (
          <span className={styles.actions}>
            {not_reached ? (
              <Button danger type="primary" size="small" href={dialled(phone)} aria-label={`Call ${name}`}>
                Call
              </Button>
            ) : null}
            {person.name ? <PhoneLink phone={phone} /> : null}
            <Button size="small" aria-label={`Called by phone: ${name}`} onClick={onCall}>
              Called
            </Button>
          </span>
        ) : null}
      </div>
      {open ? (
        <ul className={`stack gap-xs ${styles.details}`}>
          {messages.map((message) => (
            <li key={message.id}>
              <Sent alert_id={alert_id} message={message} />
            </li>
          ))}
          {calls.map(({ at, by, outcome, note }) => (
            <li key={at}>
              <strong>
                {CALL_OUTCOME[outcome]}, {indianTime(at)}
                {by ? ` by ${by}` : ''}
              </strong>
              <span className="soft">{note}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

function Sent({ alert_id, message }: { alert_id: number; message: AlertMessage }) {
  const retry = useMutation(
    trpc.alerts.retryMessage.mutationOptions({
      meta: { errorText: 'The message could not be sent again.' },
      onSuccess: ({ detail }) => toast.success(detail),
      onSettled: () => void queryClient.invalidateQueries(trpc.alerts.get.queryFilter({ id: alert_id })),
    }),
  )
  const { state, channel, provider, last_error } = message
  const at = message.confirmed_at ?? message.delivered_at ?? message.sent_at ?? message.created_at
  return (
    <>
      <span>
        {occasionOf(message)}: {CHANNELS[channel].name} {MESSAGE_STATE[state].label.toLowerCase()}
      </span>
      {message.uncertain ? <Pill tone="yellow">Perhaps twice</Pill> : null}
      <span className="soft">
        {indianTime(at)}
        {provider ? `, ${provider}` : ''}
      </span>
      {last_error && (state === 'failed' || state === 'pending') ? (
        <span className={state === 'failed' ? 'red' : 'soft'}>{last_error}</span>
      ) : null}
      {state === 'failed' ? (
        <Button size="small" loading={retry.isPending} onClick={() => retry.mutate({ message_id: message.id })}>
          Retry
        </Button>
      ) : null}
    </>
  )
}

/** What people are notified of, by the name of the template. */
const OCCASIONS = [
  [/^(relative_dispatch|driver_)/, 'Ambulance'],
  [/hospital/, 'Hospital'],
  [/^relative_(attended|all_clear)/, 'Closing'],
] as const

/** What a message is about. */
const occasionOf = ({ template }: Pick<AlertMessage, 'template'>): string =>
  OCCASIONS.find(([pattern]) => pattern.test(template))?.[1] ?? 'Alert'

const CHANNELS: Record<AlertMessage['channel'], { name: string; path: string }> = {
  sms: { name: 'SMS', path: 'M4 5h16v11H9l-5 4z' },
  whatsapp: { name: 'WhatsApp', path: 'M4 20l1.5-4.5A8 8 0 1 1 9 19zM9 9c0 3 3 6 6 6l1-2-2-1-1 1-2-2 1-1-1-2z' },
  voice: {
    name: 'Call',
    path: 'M6 4l3 0 2 5-2 2a10 10 0 0 0 4 4l2-2 5 2v3a2 2 0 0 1-2 2A15 15 0 0 1 4 6a2 2 0 0 1 2-2z',
  },
  email: { name: 'E-mail', path: 'M4 6h16v12H4zM4 7l8 6 8-6' },
}

function ChannelIcon({ channel }: { channel: AlertMessage['channel'] }) {
  const { name, path } = CHANNELS[channel]
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" role="img" aria-label={name}>
      <title>{name}</title>
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" />
    </svg>
  )
}
