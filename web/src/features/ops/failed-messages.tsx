import type { OpsOverview } from '@tvarit/shared/contracts/ops'
import { Button, Collapse } from 'antd'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { formatDateTime } from '../../lib/dates.ts'
import { useRetryMessage, useRetryMessages } from './use-retries.ts'

type Group = OpsOverview['failed_messages'][number] & { id: number }
type Message = OpsOverview['newest_failed'][number]

/** What was not sent and will not be tried again on its own: by kind, and one by one. */
export function FailedMessages({ overview }: { overview: OpsOverview }) {
  const all = useRetryMessages()
  const one = useRetryMessage()
  const groups: Column<Group>[] = [
    { title: 'Template', main: true, render: ({ template }) => template },
    { title: 'Provider', render: ({ provider }) => provider ?? 'none took it' },
    { title: 'Failed, 24 h', tabular: true, render: ({ count }) => count.toLocaleString('en-IN') },
    { title: 'Newest', tabular: true, render: ({ newest_at }) => formatDateTime(newest_at) },
    { title: 'Reason', render: ({ newest_error }) => newest_error },
    {
      title: 'Actions',
      actions: true,
      render: ({ template, provider, can_be_sent }) =>
        can_be_sent > 0 ? (
          <Button
            size="small"
            loading={all.isPending && all.variables.template === template && all.variables.provider === provider}
            onClick={() => all.mutate({ template, provider })}
          >
            {can_be_sent === 1 ? 'Send it again' : `Send all ${can_be_sent} again`}
          </Button>
        ) : (
          <span className="soft">Text was erased</span>
        ),
    },
  ]
  const messages: Column<Message>[] = [
    { title: 'Message', main: true, render: ({ template }) => template },
    { title: 'For', render: ({ recipient }) => recipient },
    {
      title: 'Alert',
      tabular: true,
      render: ({ alert_id }) =>
        alert_id && <LinkButton to={`/qr-alerts/${alert_id}`}>{`Alert ${alert_id}`}</LinkButton>,
    },
    { title: 'Failed at', tabular: true, render: ({ failed_at }) => formatDateTime(failed_at) },
    { title: 'Reason', render: ({ error }) => error },
    {
      title: 'Actions',
      actions: true,
      render: ({ id, can_be_sent }) =>
        can_be_sent ? (
          <Button size="small" loading={one.isPending && one.variables.id === id} onClick={() => one.mutate({ id })}>
            Send again
          </Button>
        ) : (
          <span className="soft">Text was erased</span>
        ),
    },
  ]
  if (overview.newest_failed.length === 0) {
    return (
      <Card title="Failed messages">
        <p className="soft">No message has failed.</p>
      </Card>
    )
  }
  return (
    <Card title="Failed messages">
      {overview.failed_messages.length > 0 ? (
        <DataTable
          label="Failed messages of the last 24 hours by template and provider"
          columns={groups}
          rows={overview.failed_messages.map((group, id) => ({ ...group, id }))}
          empty={null}
        />
      ) : (
        <p className="soft">None in the last 24 hours.</p>
      )}
      <Collapse
        ghost
        items={[
          {
            label: `The newest ${overview.newest_failed.length}, one by one`,
            children: (
              <DataTable label="Newest failed messages" columns={messages} rows={overview.newest_failed} empty={null} />
            ),
          },
        ]}
      />
    </Card>
  )
}
