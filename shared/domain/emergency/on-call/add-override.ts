import { sql } from 'kysely'
import type { AddOverride } from '../../../contracts/on-call.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type SignedInCtx } from '../../../platform/context.ts'
import { fieldError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { lockPlan, readPlan } from './read-plan.ts'

/** A person is on call instead of the rota's for a while. Of overrides at the same time all people are called. */
export function addOverride({ ctx, input }: { ctx: SignedInCtx; input: AddOverride }): Promise<{ detail: string }> {
  return inTransaction(ctx, async (ctx) => {
    await lockPlan(ctx.db)
    const { people, now } = await readPlan(ctx.db)
    const person = people.find(({ id }) => id === input.person_id)
    if (!person) throw fieldError('person_id', TEXTS.on_call_person_not_found)
    if (Date.parse(input.to) <= now) throw fieldError('to', TEXTS.override_over)
    const { request_id, person_id, from, to } = input
    const added = await sql<{ id: number }>`insert into on_call_overrides (request_id, person_id, from_at, to_at)
      values (${request_id}, ${person_id}, ${from}, ${to}) on conflict (request_id) do nothing returning id`.execute(
      ctx.db,
    )
    const [row] = added.rows
    if (row) {
      await writeAudit(ctx, {
        action: 'on_call.override_added',
        subject: 'on_call',
        subject_id: row.id,
        detail: { name: person.name, from, to },
      })
    }
    return { detail: TEXTS.on_call_saved }
  })
}
