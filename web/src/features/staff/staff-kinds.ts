import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { errorText } from '../../lib/error-text.ts'
import { queryClient, trpc } from '../../lib/trpc-query.ts'

/** The two kinds of people who work here; texts and required fields are the specification's. */
export const STAFF_KINDS = {
  admin: {
    path: '/admin-users',
    title: 'All Admins',
    one: 'admin',
    rest: 'admins',
    list: trpc.users.listAdmins,
    failed: TEXTS.admins_failed,
    empty: TEXTS.admins_empty,
    remove_failed: TEXTS.admin_delete_failed,
    add: 'Add Admin',
    required: ['first_name', 'phone_number', 'email', 'password', 'confirm_password'],
    last_name_max: LIMITS.name,
    fill_all: TEXTS.admin_fill_all,
    added: TEXTS.admin_added,
    addFailed: () => TEXTS.admin_add_failed,
  },
  staff: {
    path: '/staff-users',
    title: 'All Staffs',
    one: 'staff member',
    rest: 'staffs',
    list: trpc.users.listStaffs,
    failed: TEXTS.staffs_failed,
    empty: TEXTS.staffs_empty,
    remove_failed: TEXTS.staff_delete_failed,
    add: 'Add Staff',
    required: ['first_name', 'phone_number', 'email'],
    last_name_max: LIMITS.staff_last_name,
    fill_all: TEXTS.staff_fill_all,
    added: TEXTS.staff_added,
    addFailed: (error: unknown) => TEXTS.staff_add_failed(errorText(error, TEXTS.something_wrong)),
  },
} as const

export type StaffKind = (typeof STAFF_KINDS)[keyof typeof STAFF_KINDS]

export const reloadStaff = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries(trpc.users.listStaffs.pathFilter()),
    queryClient.invalidateQueries(trpc.users.listAdmins.pathFilter()),
    queryClient.invalidateQueries(trpc.dashboard.read.pathFilter()),
  ])
