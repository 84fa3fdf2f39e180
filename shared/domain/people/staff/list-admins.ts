import type { ListPage, ListQuery } from '../../../contracts/lists.ts'
import type { StaffRow } from '../../../contracts/staff.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { listPeople } from './list-people.ts'

/** The active admins, newest first. */
export const listAdmins = ({ ctx, input }: { ctx: SignedInCtx; input: ListQuery }): Promise<ListPage<StaffRow>> =>
  listPeople(ctx, input, 'admin', '/api/users/admins/')
