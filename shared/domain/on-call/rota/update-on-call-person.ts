import type { UpdateOnCallPerson } from '../../../contracts/on-call.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError, fieldError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { lockPlan, readPlan } from './read-plan.ts'

/** Changes what is given of name, number and language of a person on the list. */
export function updateOnCallPerson({
  ctx,
  input: { id, ...given },
}: VerbArgs<UpdateOnCallPerson>): Promise<{ detail: string }> {
  return inTransaction(ctx, async (ctx) => {
    await lockPlan(ctx.db)
    const { people } = await readPlan(ctx.db)
    const before = people.find((person) => person.id === id)
    if (!before) throw new DomainError('NOT_FOUND', TEXTS.on_call_person_not_found)
    const { name, phone, language } = { ...before, ...given }
    if (people.some((person) => person.id !== id && person.phone === phone)) {
      throw fieldError('phone', TEXTS.on_call_phone_taken, 'CONFLICT')
    }
    await ctx.db.updateTable('on_call_people').set({ name, phone, language }).where('id', '=', id).execute()
    await writeAudit(ctx, {
      action: 'on_call.person_updated',
      subject: 'on_call',
      subject_id: id,
      detail: {
        name,
        ...(before.name === name ? {} : { name_before: before.name }),
        ...(before.phone === phone ? {} : { number: phone, number_before: before.phone }),
        ...(before.language === language ? {} : { language }),
      },
    })
    return { detail: TEXTS.on_call_saved }
  })
}
