import type { RegisterAdmin, RegisterStaff, StaffRow } from '../../../contracts/staff.ts'
import { inTransaction, type SignedInCtx } from '../../../platform/context.ts'
import { throwFieldErrors } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { leakedField } from '../users/leaked-field.ts'
import { firstPasswordEnd, hashPassword } from '../users/password.ts'
import { afterFailedInsert, takenFields } from '../users/taken-fields.ts'

/**
 * Writes a staff member or an admin with the audit entry. Without a password they log in with a code; one given here
 * logs in for three days only. BAD_REQUEST under phone and e-mail when an active user has them, both at once.
 */
export async function addStaffMember(
  ctx: SignedInCtx,
  { confirm_password: _same, password, ...fields }: RegisterStaff | RegisterAdmin,
  role: 'staff' | 'admin',
): Promise<StaffRow> {
  const person = { ...fields, role }
  throwFieldErrors({ ...leakedField(password || null), ...(await takenFields(ctx.db, person)) })
  const set = password ? { password_hash: await hashPassword(password), password_expires_at: firstPasswordEnd } : {}
  try {
    return await inTransaction(ctx, async (ctx) => {
      const { first_name, last_name, password_expires_at, ...row } = await ctx.db
        .insertInto('users')
        .values({ ...person, ...set })
        .returning(['id', 'first_name', 'last_name', 'email', 'phone_number', 'password_expires_at'])
        .executeTakeFirstOrThrow()
      await writeAudit(ctx, { action: `${role}.created`, subject: 'user', subject_id: row.id })
      return {
        ...row,
        name: `${first_name} ${last_name}`.trim(),
        second_factor: false,
        password_expires_at: password_expires_at?.toISOString() ?? null,
      }
    })
  } catch (error) {
    throw await afterFailedInsert(ctx.db, person, error)
  }
}
