import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { lockPlan, readPlan } from './read-plan.ts'

/** Takes an override back that is not over; the rota counts again. */
export function removeOverride({ ctx, input: { id } }: VerbArgs<{ id: number }>): Promise<{ detail: string }> {
  return inTransaction(ctx, async (ctx) => {
    await lockPlan(ctx.db)
    const { people, overrides } = await readPlan(ctx.db)
    const found = overrides.find((override) => override.id === id)
    if (!found) throw new DomainError('NOT_FOUND', TEXTS.override_not_found)
    await ctx.db.deleteFrom('on_call_overrides').where('id', '=', id).execute()
    await writeAudit(ctx, {
      action: 'on_call.override_removed',
      subject: 'on_call',
      subject_id: id,
      detail: {
        name: people.find((person) => person.id === found.person_id)?.name,
        from: new Date(found.from).toISOString(),
        to: new Date(found.to).toISOString(),
      },
    })
    return { detail: TEXTS.on_call_saved }
  })
}
