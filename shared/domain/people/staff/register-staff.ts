import type { RegisterStaff, StaffRow } from '../../../contracts/staff.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { addStaffMember } from './add-staff-member.ts'

/** Adds a staff member; without a password they log in with a code. Refuses phone and e-mail of an active user. */
export function registerStaff({ ctx, input }: { ctx: SignedInCtx; input: RegisterStaff }): Promise<StaffRow> {
  const { confirm_password: _same, password, ...person } = input
  return addStaffMember(ctx, { ...person, role: 'staff', password: password || null })
}
