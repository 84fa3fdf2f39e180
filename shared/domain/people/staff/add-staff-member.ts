import type { RegisterAdmin, RegisterStaff, StaffRow } from '../../../contracts/staff.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { DomainError, throwFieldErrors } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { createOnce, orCreated } from '../../records/create-once.ts'
import { leakedField } from '../users/leaked-field.ts'
import { firstPasswordEnd, hashPassword } from '../users/password.ts'
import { afterFailedInsert, takenFields } from '../users/taken-fields.ts'
import { peopleRows } from './list-people.ts'

interface NewStaffMember {
  ctx: SignedInCtx
  input: RegisterStaff | RegisterAdmin
  role: 'staff' | 'admin'
}

/**
 * Writes a staff member or an admin with the audit entry. Without a password they log in with a code; one given here
 * logs in for three days only. BAD_REQUEST under phone and e-mail when an active user has them, both at once.
 */
export async function addStaffMember({ ctx, input, role }: NewStaffMember): Promise<StaffRow> {
  const id = await orCreated(ctx, role, input, async () => {
    const { confirm_password: _same, password, request_id: _request, ...fields } = input
    const person = { ...fields, role }
    throwFieldErrors({ ...leakedField(password || null), ...(await takenFields(ctx.db, person)) })
    const set = password ? { password_hash: await hashPassword(password), password_expires_at: firstPasswordEnd } : {}
    try {
      return await createOnce(ctx, role, input, async (ctx) => {
        const { id } = await ctx.db
          .insertInto('users')
          .values({ ...person, ...set })
          .returning('id')
          .executeTakeFirstOrThrow()
        await writeAudit(ctx, { action: `${role}.created`, subject: 'user', subject_id: id })
        return id
      })
    } catch (error) {
      throw await afterFailedInsert(ctx.db, person, error)
    }
  })
  const [row] = await peopleRows(ctx.db, [id])
  if (!row) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  return row
}
