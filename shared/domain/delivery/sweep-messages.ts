import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { insertOutbox, wakeRelay } from '../ground/outbox/enqueue.ts'

/**
 * Puts lost work back into the outbox: messages that are due again or whose worker died, and alerts whose relatives
 * were not notified. Each at most once in 15 s. Returns how many.
 */
export async function sweepMessages({ ctx }: { ctx: Ctx }): Promise<number> {
  return inTransaction(ctx, async ({ db }) => {
    const messages = await sql`
      with due as (
        select id from messages
        where (state = 'pending' and next_attempt_at < now())
          or (state = 'sending' and claimed_until < now() and next_attempt_at < now())
        order by next_attempt_at limit 500 for update skip locked
      ), marked as (
        update messages m set next_attempt_at = now() + interval '15 seconds' from due where m.id = due.id
        returning m.id, m.attempts
      )
      ${insertOutbox(
        'send-message',
        sql`select 'send-message-' || id || '-' || floor(extract(epoch from clock_timestamp()) * 1000) as job_id,
          jsonb_build_object('message_id', id, 'attempts', attempts) as payload from marked`,
      )}`.execute(db)
    const alerts = await insertOutbox(
      'tell-relatives',
      sql`select 'tell-relatives-' || id || '-' || floor(extract(epoch from now()) / 15) as job_id,
        jsonb_build_object('alert_id', id) as payload
      from alerts
      where relatives_told_at is null and status = 'PENDING' and user_id is not null and not drill
        and (not verify_by_phone or claimed_at is not null)
        and (relatives_wait_for is null or first_claimed_at is not null)
        and coalesce(claimed_at, timestamp) < now() - interval '5 seconds'
      order by id limit 200`,
    ).execute(db)
    const count = Number(messages.numAffectedRows ?? 0n) + Number(alerts.numAffectedRows ?? 0n)
    if (count > 0) await sql`select ${wakeRelay}`.execute(db)
    return count
  })
}
