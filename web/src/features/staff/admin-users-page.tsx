import { PEOPLE_SORTS } from '@tvarit/shared/contracts/list-choices'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { trpc } from '../../lib/trpc-query.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { AddAdminDialog } from './add-admin-dialog.tsx'
import { StaffList } from './staff-list.tsx'

const ADMIN_TEXTS = {
  title: 'All Admins',
  one: 'admin',
  failed: TEXTS.admins_failed,
  empty: TEXTS.admins_empty,
  remove_failed: TEXTS.admin_delete_failed,
}

export default function AdminUsersPage() {
  const list = useListState()
  const admins = useQuery(
    trpc.users.listAdmins.queryOptions(
      { ...list.paging, sort: list.sort(PEOPLE_SORTS) },
      { placeholderData: keepPreviousData, meta: { errorText: TEXTS.admins_failed } },
    ),
  )
  return (
    <StaffList
      list={list}
      query={admins}
      file={{ path: '/api/users/admins/download/', query: { ...list.paging, sort: list.sort(PEOPLE_SORTS) } }}
      texts={ADMIN_TEXTS}
      addLabel="Add Admin"
      renderAdd={(onClose) => <AddAdminDialog onClose={onClose} />}
    />
  )
}
