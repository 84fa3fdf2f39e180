import { PEOPLE_SORTS } from '@tvarit/shared/contracts/list-choices'
import type { StaffRow } from '@tvarit/shared/contracts/staff'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { EmailLink } from '../../components/email-link.tsx'
import { CopiedPhone } from '../../components/copy-button.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import type { Column } from '../../components/list/data-table.tsx'
import { BY_NAME } from '../../components/list/list-tools.tsx'
import { ListView } from '../../components/list/list-view.tsx'
import { Pill } from '../../components/pill.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { errorStatus, errorText } from '../../lib/error-text.ts'
import { useSessionState } from '../../lib/session.ts'
import { listOptions, trpc, whenDone } from '../../lib/trpc-query.ts'
import { toast } from '../../lib/toasts.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { AddPersonDialog } from './add-person-dialog.tsx'
import { firstPasswordLine } from './first-password-line.tsx'
import { EndSessionsDialog } from './end-sessions-dialog.tsx'
import { reloadStaff, STAFF_KINDS, type StaffKind } from './staff-kinds.ts'

/** All Staffs and All Admins: the same list of people who work here. Nobody removes themselves. */
export default function StaffList({ path }: { path: string }) {
  const kind = path === STAFF_KINDS.admin.path ? STAFF_KINDS.admin : STAFF_KINDS.staff
  const list = useListState()
  const input = { ...list.paging, sort: list.sort(PEOPLE_SORTS) }
  const query = useQuery(kind.list.queryOptions(input, listOptions(kind.failed)))
  const own_id = useSessionState().session?.user.id
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<StaffRow | null>(null)
  const [ending, setEnding] = useState<StaffRow | null>(null)
  const [resetting, setResetting] = useState<StaffRow | null>(null)
  const columns: readonly Column<StaffRow>[] = [
    { title: 'Name', main: true, sort: 'name', render: ({ name }) => name, renderBeside: firstPasswordLine },
    { title: 'Email', render: ({ email }) => (email ? <EmailLink email={email} /> : null) },
    { title: 'Phone', tabular: true, render: ({ phone_number }) => <CopiedPhone phone={phone_number} /> },
    {
      title: 'Authenticator app',
      render: ({ second_factor }) =>
        second_factor ? <Pill tone="green">Set up</Pill> : <Pill tone="grey">Not set up</Pill>,
    },
    {
      title: 'Actions',
      actions: true,
      render: (row) => (
        <>
          <LinkButton to={`/audit?actor_id=${row.id}`}>Activity</LinkButton>
          {row.id === own_id ? null : (
            <Button aria-label={`Log out ${row.name}`} onClick={() => setEnding(row)}>
              Log out
            </Button>
          )}
          {row.second_factor && row.id !== own_id ? (
            <Button aria-label={`Reset the app of ${row.name}`} onClick={() => setResetting(row)}>
              Reset app
            </Button>
          ) : null}
          <Button
            disabled={row.id === own_id}
            title={row.id === own_id ? 'You cannot remove yourself.' : undefined}
            aria-label={`Remove ${row.name}`}
            onClick={() => setRemoving(row)}
          >
            Remove
          </Button>
        </>
      ),
    },
  ]
  return (
    <>
      <PageHead title={kind.title}>
        <Button type="primary" onClick={() => setAdding(true)}>
          {kind.add}
        </Button>
      </PageHead>
      <ListView
        list={list}
        query={query}
        label={kind.title}
        columns={columns}
        search="Search by name, email or phone"
        failed={kind.failed}
        empty={kind.empty}
        order={BY_NAME}
        file={{ path: `/api/users/${kind.rest}/download/`, query: input }}
      />
      {adding ? <AddPersonDialog kind={kind} onClose={() => setAdding(false)} /> : null}
      {ending ? <EndSessionsDialog person={ending} onClose={() => setEnding(null)} /> : null}
      {resetting ? <ResetAppDialog person={resetting} onClose={() => setResetting(null)} /> : null}
      {removing ? <RemoveDialog person={removing} kind={kind} onClose={() => setRemoving(null)} /> : null}
    </>
  )
}

function ResetAppDialog({ person, onClose }: { person: StaffRow; onClose: () => void }) {
  const reset = useMutation(
    trpc.secondFactor.reset.mutationOptions({
      ...whenDone(({ detail }: { detail: string }) => detail, reloadStaff),
      onError: (error) => toast.error(errorText(error, TEXTS.second_factor_failed)),
    }),
  )
  return (
    <FormDialog
      title={`Reset the app of ${person.name}`}
      submit="Reset app"
      danger
      busy={reset.isPending}
      onCancel={onClose}
      onSubmit={() => reset.mutate({ id: person.id }, { onSuccess: onClose })}
    >
      <p>
        Make sure by a call to a number you know that it is really {person.name} who asks. They are logged out
        everywhere at once; their app and recovery codes stop working.
      </p>
    </FormDialog>
  )
}

function RemoveDialog({ person, kind, onClose }: { person: StaffRow; kind: StaffKind; onClose: () => void }) {
  const remove = useMutation(
    trpc.users.remove.mutationOptions({
      ...whenDone(({ detail }: { detail: string }) => detail, reloadStaff),
      onError: (error) => {
        const forbidden = errorStatus(error) === 403
        toast.error(forbidden ? kind.remove_failed : errorText(error, kind.remove_failed))
      },
    }),
  )
  return (
    <FormDialog
      title={`Remove ${person.name}`}
      submit="Remove"
      danger
      busy={remove.isPending}
      onCancel={onClose}
      onSubmit={() => remove.mutate({ id: person.id }, { onSuccess: onClose })}
    >
      <p>This {kind.one} is logged out everywhere at once and cannot log in any more. What they did stays on record.</p>
    </FormDialog>
  )
}
