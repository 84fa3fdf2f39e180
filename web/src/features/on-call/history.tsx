import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { Card } from '../../components/card.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'
import { Pill } from '../../components/pill.tsx'
import { formatDateMinute, formatDateTime } from '../../lib/dates.ts'
import { MESSAGE_STATE } from '../alerts/message-state.ts'

type Call = OnCallPage['calls'][number]
type Change = OnCallPage['changes'][number]

const WHY: Record<string, string> = {
  on_call_test: 'Test call',
  staff_escalation: 'An alert waits',
  staff_escalation_call: 'An alert waits',
  screens_lost: 'No console is armed',
  screens_lost_call: 'No console is armed',
  screens_back: 'A console is armed again',
  synthetic_failed: 'The test alert failed',
  synthetic_failed_call: 'The test alert failed',
}
const CHANNEL: Record<Call['channel'], string> = {
  sms: 'SMS',
  voice: 'Call',
  whatsapp: 'WhatsApp',
  email: 'E-mail',
  sink: '-',
}

/** A call that a provider has taken is on its way to ring. */
export function CallState({ call: { channel, state } }: { call: Call }) {
  const { tone, label } = MESSAGE_STATE[state]
  return <Pill tone={tone}>{channel === 'voice' && state === 'sent' ? 'Calling' : label}</Pill>
}

const CALLS: Column<Call>[] = [
  { title: 'Person', main: true, render: ({ name }) => name },
  { title: 'Phone', tabular: true, render: ({ phone }) => (/^\d+$/.test(phone) ? <PhoneLink phone={phone} /> : phone) },
  { title: 'Why', render: ({ template }) => WHY[template] ?? template.replaceAll('_', ' ') },
  { title: 'By', render: ({ channel }) => CHANNEL[channel] },
  {
    title: 'Result',
    render: (call) => <CallState call={call} />,
  },
  { title: 'At', tabular: true, render: ({ at }) => formatDateTime(at) },
  {
    title: 'Alert',
    render: ({ alert_id }) => alert_id && <LinkButton to={`/qr-alerts/${alert_id}`}>{`Alert ${alert_id}`}</LinkButton>,
  },
]

const CHANGES: Column<Change>[] = [
  { title: 'What', main: true, render: ({ what }) => what },
  { title: 'Who', render: ({ by }) => by || 'First start' },
  { title: 'At', tabular: true, render: ({ at }) => formatDateTime(at) },
  { title: 'Details', render: ({ detail }) => <span className="soft">{inWords(detail)}</span> },
]

/** The database keeps the details in no order. */
const FIRST = ['name', 'order', 'from', 'level_2_seconds']

const inWords = (detail: Change['detail']): string =>
  Object.entries(detail)
    .toSorted(([a], [b]) => Number(FIRST.includes(b)) - Number(FIRST.includes(a)))
    .map(([key, value]) => `${key.replaceAll('_', ' ')}: ${valueInWords(key, value)}`)
    .join('; ')

function valueInWords(key: string, value: unknown): string {
  if (Array.isArray(value)) return value.join(', ') || 'everybody at once'
  return key === 'from' || key === 'to' ? formatDateMinute(String(value)) : String(value)
}

/** The last alarms to people on call, and what came of them. */
export const Calls = ({ calls }: { calls: OnCallPage['calls'] }) => (
  <Card title="Who was called">
    <DataTable
      label="Who was called"
      columns={CALLS}
      rows={calls}
      empty={<p className="soft">No admin and no on-call person has been called yet.</p>}
    />
  </Card>
)

/** Who changed the on-call plan, and how. */
export const Changes = ({ changes }: { changes: OnCallPage['changes'] }) => (
  <Card title="Changes">
    <DataTable
      label="Changes of the on-call plan"
      columns={CHANGES}
      rows={changes}
      empty={<p className="soft">Nothing has been changed yet.</p>}
    />
  </Card>
)
