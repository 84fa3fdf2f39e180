import { sql } from 'kysely'
import type { AddOverride } from '../../../contracts/on-call.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError, fieldError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { lockPlan, readPlan } from './read-plan.ts'

/**
 * A person is on call instead of the rota's for a while. Of overrides at the same time all people are called. The same
 * `request_id` again is the same override, and for anything else a conflict.
 */
export function addOverride({ ctx, input }: VerbArgs<AddOverride>): Promise<{ detail: string }> {
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
    } else {
      const same = await sql`select from on_call_overrides where request_id = ${request_id} and person_id = ${person_id}
        and from_at = ${from} and to_at = ${to}`.execute(ctx.db)
      if (same.rows.length === 0) throw new DomainError('CONFLICT', TEXTS.request_other)
    }
    return { detail: TEXTS.on_call_saved }
  })
}
