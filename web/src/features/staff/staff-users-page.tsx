import { PEOPLE_SORTS } from '@tvarit/shared/contracts/list-choices'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { trpc } from '../../lib/trpc-query.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { AddStaffDialog } from './add-staff-dialog.tsx'
import { StaffList } from './staff-list.tsx'

const STAFF_TEXTS = {
  title: 'All Staffs',
  one: 'staff member',
  failed: TEXTS.staffs_failed,
  empty: TEXTS.staffs_empty,
  remove_failed: TEXTS.staff_delete_failed,
}

export default function StaffUsersPage() {
  const list = useListState()
  const staffs = useQuery(
    trpc.users.listStaffs.queryOptions(
      { ...list.paging, sort: list.sort(PEOPLE_SORTS) },
      { placeholderData: keepPreviousData, meta: { errorText: TEXTS.staffs_failed } },
    ),
  )
  return (
    <StaffList
      list={list}
      query={staffs}
      file={{ path: '/api/users/staffs/download/', query: { ...list.paging, sort: list.sort(PEOPLE_SORTS) } }}
      texts={STAFF_TEXTS}
      addLabel="Add Staff"
      renderAdd={(onClose) => <AddStaffDialog onClose={onClose} />}
    />
  )
}
