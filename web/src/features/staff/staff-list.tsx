import type { StaffRow } from '@tvarit/shared/contracts/staff'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { EmailLink } from '../../components/email-link.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import type { Column } from '../../components/list/data-table.tsx'
import { FilterBar, SearchBox } from '../../components/list/filter-bar.tsx'
import type { ListFile } from '../../components/list/file-button.tsx'
import { BY_NAME } from '../../components/list/list-tools.tsx'
import { type ListQueryResult, ListView } from '../../components/list/list-view.tsx'
import { Pill } from '../../components/pill.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { errorStatus, errorText } from '../../lib/error-text.ts'
import { useSessionState } from '../../lib/session.ts'
import { queryClient, trpc } from '../../lib/trpc-query.ts'
import { toast } from '../../lib/toasts.ts'
import type { ListState } from '../../lib/use-list-state.ts'
import { nameCell } from './name-cell.tsx'
import { EndSessionsDialog } from './end-sessions-dialog.tsx'
import styles from './staff.module.css'

export interface StaffTexts {
  title: string
  /** One of them, in a sentence: 'staff member', 'admin'. */
  one: string
  failed: string
  empty: string
  remove_failed: string
}

interface StaffListProps {
  list: ListState
  query: ListQueryResult<StaffRow>
  texts: StaffTexts
  file: ListFile
  addLabel: string
  /** The dialog that adds one. */
  renderAdd: (onClose: () => void) => ReactNode
}

/** All Staffs and All Admins: the same list of people who work here. Nobody removes themselves. */
export function StaffList({ list, query, texts, file, addLabel, renderAdd }: StaffListProps) {
  const own_id = useSessionState().session?.user.id
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<StaffRow | null>(null)
  const [ending, setEnding] = useState<StaffRow | null>(null)
  const [resetting, setResetting] = useState<StaffRow | null>(null)
  const columns: readonly Column<StaffRow>[] = [
    { title: 'Name', main: true, sort: 'name', render: nameCell },
    { title: 'Email', render: ({ email }) => (email ? <EmailLink email={email} /> : null) },
    {
      title: 'Phone',
      figures: true,
      render: ({ phone_number }) => (
        <span className={styles.copied}>
          <PhoneLink phone={phone_number} />
          <CopyButton text={phone_number} what="Phone" />
        </span>
      ),
    },
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
            danger
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
      <PageHead title={texts.title}>
        <Button type="primary" onClick={() => setAdding(true)}>
          {addLabel}
        </Button>
      </PageHead>
      <FilterBar>
        <SearchBox list={list} label="Search by name, email or phone" busy={query.isPlaceholderData} />
      </FilterBar>
      <ListView
        list={list}
        query={query}
        label={texts.title}
        columns={columns}
        failed={texts.failed}
        empty={texts.empty}
        order={BY_NAME}
        file={file}
      />
      {adding ? renderAdd(() => setAdding(false)) : null}
      {ending ? <EndSessionsDialog person={ending} onClose={() => setEnding(null)} /> : null}
      {resetting ? <ResetAppDialog person={resetting} onClose={() => setResetting(null)} /> : null}
      {removing ? <RemoveDialog person={removing} texts={texts} onClose={() => setRemoving(null)} /> : null}
    </>
  )
}

function ResetAppDialog({ person, onClose }: { person: StaffRow; onClose: () => void }) {
  const reset = useMutation(
    trpc.secondFactor.reset.mutationOptions({
      meta: { silent: true },
      onSuccess: ({ detail }) => {
        toast.success(detail)
        void reloadStaff()
      },
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

function RemoveDialog({ person, texts, onClose }: { person: StaffRow; texts: StaffTexts; onClose: () => void }) {
  const remove = useMutation(
    trpc.users.remove.mutationOptions({
      meta: { silent: true },
      onSuccess: ({ detail }) => {
        toast.success(detail)
        void reloadStaff()
      },
      onError: (error) => {
        const forbidden = errorStatus(error) === 403
        toast.error(forbidden ? texts.remove_failed : errorText(error, texts.remove_failed))
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
      <p>
        This {texts.one} is logged out everywhere at once and cannot log in any more. What they did stays on record.
      </p>
    </FormDialog>
  )
}

export const reloadStaff = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries(trpc.users.listStaffs.pathFilter()),
    queryClient.invalidateQueries(trpc.users.listAdmins.pathFilter()),
    queryClient.invalidateQueries(trpc.dashboard.read.pathFilter()),
  ])
