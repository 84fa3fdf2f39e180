import type { StaffRow } from '../../../contracts/staff.ts'
import { inTransaction, type SignedInCtx } from '../../../platform/context.ts'
import { throwFieldErrors } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { firstPasswordEnd } from '../users/first-password.ts'
import { leakedField } from '../users/leaked-field.ts'
import { hashPassword } from '../users/password.ts'
import { afterFailedInsert, takenFields } from '../users/taken-fields.ts'

interface NewStaffMember {
  role: 'staff' | 'admin'
  first_name: string
  last_name: string
  email: string
  phone_number: string
  /** Logs in for three days only; null: logs in with a code. */
  password: string | null
}

/**
 * Writes a staff member or an admin with the audit entry. BAD_REQUEST under phone and e-mail when an active user has
 * them, both at once.
 */
export async function addStaffMember(ctx: SignedInCtx, { password, ...person }: NewStaffMember): Promise<StaffRow> {
  throwFieldErrors({ ...leakedField(password), ...(await takenFields(ctx.db, person)) })
  const set =
    password === null ? {} : { password_hash: await hashPassword(password), password_expires_at: firstPasswordEnd }
  try {
    return await inTransaction(ctx, async (ctx) => {
      const { first_name, last_name, password_expires_at, ...row } = await ctx.db
        .insertInto('users')
        .values({ ...person, ...set })
        .returning(['id', 'first_name', 'last_name', 'email', 'phone_number', 'password_expires_at'])
        .executeTakeFirstOrThrow()
      await writeAudit(ctx, { action: `${person.role}.created`, subject: 'user', subject_id: row.id })
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
