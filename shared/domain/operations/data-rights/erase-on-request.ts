import type { EraseInput } from '../../../contracts/data-rights.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { erasePerson } from './erase-person.ts'
import { withoutPerson } from '../../audit/without-person.ts'

/** An admin erases a person who asked for it. The reason is kept without the person's name and numbers. */
export function eraseOnRequest({ ctx, input }: VerbArgs<EraseInput>): Promise<{ detail: string }> {
  return inTransaction(ctx, async (tx) => {
    const reason = await withoutPerson(tx.db, input.id, input.reason)
    await erasePerson(tx.db, { user_id: input.id, erased_by: tx.actor.id, reason })
    await writeAudit(tx, { action: 'person.erased', subject: 'user', subject_id: input.id, detail: { reason } })
    return { detail: TEXTS.erased }
  })
}
