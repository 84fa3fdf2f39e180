import { sql } from 'kysely'
import { rotaAt } from '../../../contracts/on-call-plan.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { lockPlan, readPlan, writeRota } from './read-plan.ts'

/**
 * Takes a person off the list, the rota and the overrides that are not over. The others stay on call. The last
 * person cannot be removed (CONFLICT): an alert must find a number to call.
 */
export function removeOnCallPerson({ ctx, input: { id } }: VerbArgs<{ id: number }>): Promise<{ detail: string }> {
  return inTransaction(ctx, async (ctx) => {
    await lockPlan(ctx.db)
    const plan = await readPlan(ctx.db)
    const person = plan.people.find((each) => each.id === id)
    if (!person) throw new DomainError('NOT_FOUND', TEXTS.on_call_person_not_found)
    if (plan.people.length === 1) throw new DomainError('CONFLICT', TEXTS.on_call_last)
    const week = rotaAt(plan, plan.now)
    await ctx.db
      .updateTable('on_call_people')
      .set({ removed_at: sql<Date>`now()`, rota_place: null })
      .where('id', '=', id)
      .execute()
    await ctx.db
      .deleteFrom('on_call_overrides')
      .where('person_id', '=', id)
      .where('to_at', '>', sql<Date>`now()`)
      .execute()
    await writeRota(
      ctx.db,
      week.rota.filter((each) => each !== id),
      week.since,
    )
    await writeAudit(ctx, {
      action: 'on_call.person_removed',
      subject: 'on_call',
      subject_id: id,
      detail: { name: person.name, number: person.phone },
    })
    return { detail: TEXTS.on_call_person_removed }
  })
}
