import { indianMinute } from '@tvarit/shared/contracts/indian-time'
import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { ROLE_BADGE } from '@tvarit/shared/contracts/roles'
import { Button } from 'antd'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { SecondLine } from '../../components/list/second-line.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'
import { Pill } from '../../components/pill.tsx'
import { trpc } from '../../lib/trpc-query.ts'
import { toast } from '../../lib/toasts.ts'
import { useCreation } from '../../lib/use-creation.ts'
import { CallState } from './history.tsx'
import { languageName } from '@tvarit/shared/contracts/languages'
import type { Asked, Person } from './on-call-page.tsx'
import { reloadOnCall } from './on-saved.ts'
import styles from './on-call.module.css'

/** The list: whom one can put into the rota, and whom a test call reaches. */
export function PeopleCard({ data, ask }: { data: OnCallPage; ask: (what: Asked) => void }) {
  const test = useCreation(
    trpc.onCall.testCall.mutationOptions({
      onSuccess: ({ detail }) => toast.success(detail),
      onSettled: reloadOnCall,
    }),
  )
  const tests = data.calls.filter(({ template }) => template === 'on_call_test')
  const columns: Column<Person>[] = [
    {
      title: 'Person',
      main: true,
      render: ({ name, role, on_call }) => (
        <>
          {name} {on_call ? <Pill tone="green">On call</Pill> : null}
          {role ? <SecondLine>{ROLE_BADGE[role]}</SecondLine> : null}
        </>
      ),
    },
    { title: 'Phone', tabular: true, render: ({ phone }) => <PhoneLink phone={phone} /> },
    { title: 'Language', render: ({ language }) => languageName(language) },
    {
      title: 'Last test',
      render: ({ phone }) => {
        const last = tests.find((call) => call.phone === phone)
        if (!last) return null
        return (
          <>
            <CallState call={last} /> {indianMinute(last.at)}
          </>
        )
      },
    },
    {
      title: 'Actions',
      actions: true,
      render: (person) => (
        <div className={styles.actions}>
          <Button
            size="small"
            aria-label={`Test call to ${person.name}`}
            loading={test.isPending && test.variables.id === person.id}
            onClick={() => test.mutate({ id: person.id })}
          >
            Test call
          </Button>
          <Button size="small" aria-label={`Edit ${person.name}`} onClick={() => ask({ dialog: 'edit', person })}>
            Edit
          </Button>
          <Button
            size="small"
            danger
            aria-label={`Remove ${person.name}`}
            onClick={() => ask({ dialog: 'remove', person })}
          >
            Remove
          </Button>
        </div>
      ),
    },
  ]
  return (
    <Card title="People" aside={<Button onClick={() => ask({ dialog: 'add' })}>Add person</Button>}>
      <DataTable
        label="On-call people"
        columns={columns}
        rows={data.people}
        empty={<p className="soft">No person is on the list yet.</p>}
      />
    </Card>
  )
}
