import type { z } from 'zod'
import type { eraseOwnInput } from '../../../contracts/data-rights.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { findActiveUserById } from '../../people/users/find-user.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { checkOtp } from '../../people/otp/check-otp.ts'
import { useOtp } from '../../people/otp/use-otp.ts'
import { erasePerson } from './erase-person.ts'

/**
 * A subscriber erases the own account, with a fresh code to the phone. Domain errors: see `erasePerson`, `checkOtp`.
 */
export async function eraseOwn({ ctx, input }: VerbArgs<z.output<typeof eraseOwnInput>>): Promise<{ detail: string }> {
  const { id } = ctx.actor
  const user = await findActiveUserById(ctx.db, id)
  if (!user) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  const { phone_number } = user
  const code = { purpose: 'erase', phone_number, request_id: ctx.actor.session_id, otp: input.otp } as const
  const code_id = await checkOtp({ ctx, input: code })
  return inTransaction(ctx, async (tx) => {
    await useOtp(tx.db, 'erase', code_id)
    await erasePerson(tx.db, { user_id: id, erased_by: id, reason: null })
    await writeAudit({ ...tx, ip: null }, { action: 'person.erased', subject: 'user', subject_id: id })
    return { detail: TEXTS.erased }
  })
}
