import type { AddOnCallPerson } from '../../../contracts/on-call.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { DomainError, fieldError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { createOnce } from '../../records/create-once.ts'
import { lockPlan, readPlan } from './read-plan.ts'

/** Puts a person on the list, at the end and not in the rota. A number that is on it is CONFLICT. */
export async function addOnCallPerson({ ctx, input }: VerbArgs<AddOnCallPerson>): Promise<{ detail: string }> {
  await createOnce(ctx, 'on-call person', input, async (ctx, person) => {
    await lockPlan(ctx.db)
    const { people } = await readPlan(ctx.db)
    if (people.some(({ phone }) => phone === person.phone))
      throw fieldError('phone', TEXTS.on_call_phone_taken, 'CONFLICT')
    if (people.length >= LIMITS.on_call_people) throw new DomainError('CONFLICT', TEXTS.on_call_enough)
    const { id } = await ctx.db.insertInto('on_call_people').values(person).returning('id').executeTakeFirstOrThrow()
    const { name, phone } = person
    await writeAudit(ctx, {
      action: 'on_call.person_added',
      subject: 'on_call',
      subject_id: id,
      detail: { name, number: phone },
    })
    return id
  })
  return { detail: TEXTS.on_call_saved }
}
