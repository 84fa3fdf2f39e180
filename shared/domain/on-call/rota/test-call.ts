import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { createMessage } from '../../messages/create-message.ts'
import { lockPlan, readPlan } from './read-plan.ts'
import { seconds, within } from '../../../platform/database/moments-sql.ts'

const VALID_SECONDS = 5 * 60

/** Calls a person to see whether the number works, at most once a minute. The page shows how it goes. */
export function testCall({
  ctx,
  input: { id, request_id },
}: VerbArgs<{ id: number; request_id: string }>): Promise<{ detail: string }> {
  return inTransaction(ctx, async (ctx) => {
    await lockPlan(ctx.db)
    const { people } = await readPlan(ctx.db)
    const person = people.find((each) => each.id === id)
    if (!person) throw new DomainError('NOT_FOUND', TEXTS.on_call_person_not_found)
    if (ctx.config.VOICE_PROVIDERS.length === 0) throw new DomainError('CONFLICT', TEXTS.on_call_no_voice)
    const dedupe_key = `on-call-test:${request_id}`
    const before = await sql<{ dedupe_key: string }>`
      select dedupe_key from messages where recipient_relation in ('Admin', 'On call') and template = 'on_call_test'
        and to_phone = ${person.phone} and ${within('created_at', seconds(LIMITS.staff_sms_every_seconds))}
      order by id desc limit 1`.execute(ctx.db)
    if (before.rows[0]?.dedupe_key === dedupe_key) return { detail: TEXTS.on_call_tested }
    if (before.rows.length > 0) throw new DomainError('CONFLICT', TEXTS.on_call_test_again)
    await createMessage(ctx.db, {
      template: 'on_call_test',
      to_phone: person.phone,
      params: {},
      channel: 'voice',
      dedupe_key,
      valid_seconds: VALID_SECONDS,
      language: person.language,
      recipient_name: person.name,
      recipient_relation: 'On call',
    })
    await writeAudit(ctx, {
      action: 'on_call.test_called',
      subject: 'on_call',
      subject_id: id,
      detail: { name: person.name },
    })
    return { detail: TEXTS.on_call_tested }
  })
}
