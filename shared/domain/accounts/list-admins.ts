import type { ListPage, ListQuery } from '../../contracts/lists.ts'
import type { StaffRow } from '../../contracts/staff.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function listAdmins(_: { ctx: SignedInCtx; input: ListQuery }): Promise<ListPage<StaffRow>> {
  throw new Error('not built yet')
}
