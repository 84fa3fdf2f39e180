import { type RawBuilder, sql } from 'kysely'
import { MESSAGE_QUEUES, type MessageQueueName } from '../../contracts/jobs.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { isDue, minutes, olderThan, seconds } from '../../platform/database/moments-sql.ts'
import { insertOutbox, wakeRelay } from '../outbox/enqueue.ts'
import { messageQueue } from '../outbox/message-queue.ts'
import { LONGEST_CLAIM } from './claim-message.ts'

/** Messages of one queue in one sweep. */
const BATCH = 500

/**
 * Puts lost work back into the outbox: messages that are due again or whose worker died, and alerts whose relatives
 * were not notified. Each at most once in 15 s. Returns how many.
 */
export async function sweepMessages({ ctx }: { ctx: Ctx }): Promise<number> {
  return inTransaction(ctx, async ({ db }) => {
    let count = await sweepAlerts(db)
    for (const queue of MESSAGE_QUEUES) count += await sweepQueue(db, queue)
    if (count > 0) await sql`select ${wakeRelay}`.execute(db)
    return count
  })
}

/** No attempt is put off for longer: only those of other messages, by the limit of the day. */
const LONGEST_PAUSE: Record<MessageQueueName, RawBuilder<unknown>> = {
  alerts: minutes(2),
  codes: minutes(2),
  messages: minutes(31),
}

/** While a queue is full nothing is put behind what waits for it: those are most likely the same messages. */
async function sweepQueue(db: Tx, queue: MessageQueueName): Promise<number> {
  const full =
    queue !== 'alerts' && sql`and not exists (select from outbox where queue = ${queue} and published_at is null)`
  // Put off by a clock that was ahead. A statement of its own: each of the two asks for one range of the index.
  await sql`update messages set next_attempt_at = now() where state in ('pending', 'sending')
    and ${messageQueue()} = ${queue} and next_attempt_at > now() + ${LONGEST_PAUSE[queue]}`.execute(db)
  const { numAffectedRows } = await sql`
    with due as (
      select id from messages
      where state in ('pending', 'sending') and ${messageQueue()} = ${queue} and next_attempt_at <= now()
        and (state = 'pending' or ${isDue('claimed_until', LONGEST_CLAIM)}) ${full || sql``}
      order by next_attempt_at limit ${BATCH} for update skip locked
    ), marked as (
      update messages m set next_attempt_at = now() + interval '15 seconds' from due where m.id = due.id
      returning m.id, m.attempts
    )
    ${insertOutbox(
      'send-message',
      sql`select 'send-message-' || id || '-' || floor(extract(epoch from clock_timestamp()) * 1000) as job_id,
        jsonb_build_object('message_id', id, 'attempts', attempts) as payload, ${queue}::text as queue from marked`,
    )}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

async function sweepAlerts(db: Tx): Promise<number> {
  const { numAffectedRows } = await insertOutbox(
    'tell-relatives',
    sql`select 'tell-relatives-' || id || '-' || floor(extract(epoch from now()) / 15) as job_id,
        jsonb_build_object('alert_id', id) as payload
      from alerts
      where relatives_told_at is null and status = 'PENDING' and user_id is not null and not drill
        and (not verify_by_phone or claimed_at is not null)
        and (relatives_wait_for is null or first_claimed_at is not null)
        and ${olderThan(sql`coalesce(claimed_at, timestamp)`, seconds(5))}
      order by id limit 200`,
  ).execute(db)
  return Number(numAffectedRows ?? 0n)
}
