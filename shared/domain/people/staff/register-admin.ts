import type { RegisterAdmin, StaffRow } from '../../../contracts/staff.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { addStaffMember } from './add-staff-member.ts'

/** Adds an admin. Refuses phone and e-mail of an active user. */
export function registerAdmin({ ctx, input }: { ctx: SignedInCtx; input: RegisterAdmin }): Promise<StaffRow> {
  const { confirm_password: _same, ...person } = input
  return addStaffMember(ctx, { ...person, role: 'admin' })
}
