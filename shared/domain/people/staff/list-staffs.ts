import type { ListPage, ListQuery } from '../../../contracts/lists.ts'
import type { StaffRow } from '../../../contracts/staff.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { listPeople } from './list-people.ts'

/** The active staff members, newest first. */
export const listStaffs = ({ ctx, input }: { ctx: SignedInCtx; input: ListQuery }): Promise<ListPage<StaffRow>> =>
  listPeople(ctx, input, 'staff', '/api/users/staffs/')
