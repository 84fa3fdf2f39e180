import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { Pill } from '../../components/pill.tsx'
import { formatDateMinute } from '../../lib/dates.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { toast } from '../../lib/toasts.ts'
import type { Asked } from './on-call-page.tsx'
import { reloadOnCall } from './on-saved.ts'

type Override = OnCallPage['overrides'][number]

export function OverridesCard({ data, ask }: { data: OnCallPage; ask: (what: Asked) => void }) {
  const remove = useMutation(
    trpc.onCall.removeOverride.mutationOptions({
      onSuccess: ({ detail }) => toast.success(detail),
      onSettled: reloadOnCall,
    }),
  )
  const columns: Column<Override>[] = [
    {
      title: 'Person',
      main: true,
      render: ({ name, active }) => (
        <>
          {name} {active ? <Pill tone="green">Now</Pill> : null}
        </>
      ),
    },
    { title: 'From', figures: true, render: ({ from }) => formatDateMinute(from) },
    { title: 'To', figures: true, render: ({ to }) => formatDateMinute(to) },
    {
      title: 'Actions',
      actions: true,
      render: ({ id, name }) => (
        <Button
          size="small"
          aria-label={`Remove the override of ${name}`}
          loading={remove.isPending && remove.variables.id === id}
          onClick={() => remove.mutate({ id })}
        >
          Remove
        </Button>
      ),
    },
  ]
  const add = (
    <Button disabled={data.people.length === 0} onClick={() => ask({ dialog: 'override' })}>
      Add override
    </Button>
  )
  return (
    <Card title="Overrides" aside={add}>
      <DataTable
        label="Overrides"
        columns={columns}
        rows={data.overrides}
        empty={<p className="soft">None: the rota counts. An override puts a person on call in its place.</p>}
      />
    </Card>
  )
}
