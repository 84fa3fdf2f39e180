import type { RegisterStaff, StaffRow } from '../../contracts/staff.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function registerStaff(_: { ctx: SignedInCtx; input: RegisterStaff }): Promise<StaffRow> {
  throw new Error('not built yet')
}
