import type { AddOverride } from '../../../contracts/on-call.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { fieldError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { createOnce } from '../../records/create-once.ts'
import { lockPlan, readPlan } from './read-plan.ts'

/**
 * A person is on call instead of the rota's for a while. Of overrides at the same time all people are called. The same
 * `request_id` again is the same override, and for anything else a conflict.
 */
export async function addOverride({ ctx, input }: VerbArgs<AddOverride>): Promise<{ detail: string }> {
  await createOnce(ctx, 'override', input, async (ctx, { person_id, from, to }) => {
    await lockPlan(ctx.db)
    const { people, now } = await readPlan(ctx.db)
    const person = people.find(({ id }) => id === person_id)
    if (!person) throw fieldError('person_id', TEXTS.on_call_person_not_found)
    if (Date.parse(to) <= now) throw fieldError('to', TEXTS.override_over)
    const { id } = await ctx.db
      .insertInto('on_call_overrides')
      .values({ person_id, from_at: new Date(from), to_at: new Date(to) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(ctx, {
      action: 'on_call.override_added',
      subject: 'on_call',
      subject_id: id,
      detail: { name: person.name, from, to },
    })
    return id
  })
  return { detail: TEXTS.on_call_saved }
}
