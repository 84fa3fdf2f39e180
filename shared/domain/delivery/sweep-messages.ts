import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../platform/context.ts'

/**
 * Puts back into the outbox whatever fell out of the queue: messages that are due again or whose worker died, and
 * alerts whose relatives were never told. Each is put back at most once in 15 s. Returns how many.
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
      insert into outbox (job, job_id, payload)
      select 'send-message', 'send-message-' || id || '-' || floor(extract(epoch from clock_timestamp()) * 1000),
        jsonb_build_object('message_id', id, 'attempts', attempts) from marked
      on conflict (job_id) do nothing`.execute(db)
    const alerts = await sql`
      insert into outbox (job, job_id, payload)
      select 'tell-relatives', 'tell-relatives-' || id || '-' || floor(extract(epoch from now()) / 15),
        jsonb_build_object('alert_id', id)
      from alerts
      where relatives_told_at is null and status = 'PENDING' and user_id is not null and not drill
        and (not verify_by_phone or claimed_at is not null)
        and coalesce(claimed_at, timestamp) < now() - interval '5 seconds'
      order by id limit 200
      on conflict (job_id) do nothing`.execute(db)
    const count = Number(messages.numAffectedRows ?? 0n) + Number(alerts.numAffectedRows ?? 0n)
    if (count > 0) await sql`select pg_notify('outbox', '')`.execute(db)
    return count
  })
}
