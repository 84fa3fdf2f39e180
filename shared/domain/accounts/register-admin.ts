import type { RegisterAdmin, StaffRow } from '../../contracts/staff.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function registerAdmin(_: { ctx: SignedInCtx; input: RegisterAdmin }): Promise<StaffRow> {
  throw new Error('not built yet')
}
